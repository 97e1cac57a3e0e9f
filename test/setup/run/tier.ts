/**
 * The two tiers of tests: `npm test` runs the smoke tier, `npm test -- --full` and `.ci/run` the full one. Files that are named, or that
 * changed, run in the full tier.
 */

const variable = 'TEST_TIER';

/** Makes this run one of the smoke tier. Its workers inherit that. */
export const selectSmokeTier = (): void => void (process.env[variable] = 'smoke');

export const isSmoke = (): boolean => process.env[variable] === 'smoke';

/** What this run does: the second argument in the full tier. */
export const byTier = <T>(smoke: T, full: T): T => (isSmoke() ? smoke : full);

/** `count` items of a list from the one at `start` on, around its end: successive starts together cover the list. */
export const cyclicSlice = <T>(list: readonly T[], start: number, count: number): T[] =>
  list.filter((_, at) => (at - (start % list.length) + list.length) % list.length < count);

/** Files of tests, or patterns of them, that only the full tier runs: each is long, and others test the same in little. */
const fullTierOnly = [
  'test/browser/{chaos,storage}.browser.test.ts',
  'test/cluster/{clocks,database-gone,killed,killed-files}.service.test.ts',
  'test/command-line/interrupted-upload.test.ts',
  'test/signing/kill.service.test.ts',
];

/** The files that this run leaves out. */
export const excludedFiles = (): string[] => byTier(fullTierOnly, []);
