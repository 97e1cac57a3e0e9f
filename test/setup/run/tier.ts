/**
 * The two tiers of tests: `npm test` runs the smoke tier, `npm test -- --full` and `.ci/run` the full one. Files that are
 * named, or that changed, run as in the full tier.
 */

const variable = 'TEST_TIER';

/** Makes this run one of a tier. Its workers inherit that. */
export const selectTier = (tier: 'smoke' | 'full'): void => void (process.env[variable] = tier);

export const isSmoke = (): boolean => process.env[variable] === 'smoke';

/** Whether this run is of files that are named or have changed, and not of a tier. */
export const isSelection = (): boolean => process.env[variable] === undefined;

/** What this run does: the first argument in the smoke tier, otherwise the second. */
export const byTier = <T>(smoke: T, full: T): T => (isSmoke() ? smoke : full);

/** `count` items of a list from the one at `start` on, around its end: successive starts together cover the list. */
export const cyclicSlice = <T>(list: readonly T[], start: number, count: number): T[] =>
  list.filter((_, at) => (at - (start % list.length) + list.length) % list.length < count);

/** Files of tests, or patterns of them, that the smoke tier leaves out: each is long, and others test the same in little. */
export const fullTierOnly = [
  'test/applications/uploads/silent-bucket.service.test.ts',
  'test/browser/{accounts,chaos,install-queue,reference,releases,storage,strict,switch-user,violations}.browser.test.ts',
  'test/browser/required/*.browser.test.ts',
  'test/catalog/silent-readers.service.test.ts',
  'test/cluster/{clocks,database-gone,killed,killed-files}.service.test.ts',
  'test/command-line/{interrupted-upload,policies,sign}.test.ts',
  'test/downloads/from-a-bucket.service.test.ts',
  'test/jobs/stopping.service.test.ts',
  'test/notifications/stopping.service.test.ts',
  'test/platform/database/postgres-pair.test.ts',
  'test/platform/database/{silent-database,unusable-database}.service.test.ts',
  'test/platform/http/lingering.service.test.ts',
  'test/signing/kill.service.test.ts',
];

/** The files that this run leaves out. */
export const excludedFiles = (): string[] => byTier(fullTierOnly, []);
