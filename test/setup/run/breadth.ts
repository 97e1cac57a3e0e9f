/**
 * How much a run of the tests does: everything, or the essential breadth, which `npm test` does when no files are
 * named. This is the only file that says what is left to `npm test -- --everything`;
 * docs/decisions/0119-the-essential-breadth.md says why.
 */

const variable = 'TEST_BREADTH';
const essential = 'essential';

/** Makes this run do the essential breadth. Its workers inherit that. */
export const doTheEssential = (): void => void (process.env[variable] = essential);

/** Whether this run does less than everything. */
export const isEssential = (): boolean => process.env[variable] === essential;

interface Repeated {
  /** What is counted. */
  what: string;
  essential: number;
  everything: number;
  /** The environment variable that sets another number. */
  variable?: string;
}

/** What the essential breadth also does, but less often. */
export const repeated = {
  looks: { what: 'ways to look at parts of screens', essential: 2, everything: 4 },
  screenLooks: { what: 'ways to look at a screen', essential: 1, everything: 4 },
  walks: {
    what: 'screens and languages in which people walk through the catalog',
    essential: 2,
    everything: 10,
    variable: 'WALKS',
  },
  damagedStores: {
    what: 'stores of the catalog that are damaged, in each way',
    essential: 5,
    everything: 10,
  },
  places: { what: 'organizations in which each role asks for each operation', essential: 4, everything: 6 },
  otherOrganizations: { what: 'organizations whose identifiers are tried', essential: 2, everything: 3 },
  endsOfTokens: { what: 'ways in which the token of each operation ended', essential: 1, everything: 6 },
  nonsenseTokens: { what: 'nonsensical tokens for each operation', essential: 1, everything: 4 },
  addressForms: { what: 'other forms of each address, at home', essential: 1, everything: 8 },
  packages: { what: 'changed packages', essential: 40, everything: 180, variable: 'PACKAGE_MUTATIONS' },
  credentials: {
    what: 'damaged certificate files',
    essential: 10,
    everything: 40,
    variable: 'CREDENTIALS_MUTATIONS',
  },
  racingHistories: {
    what: 'histories of policies and signatures at once',
    essential: 4,
    everything: 12,
    variable: 'RACING_HISTORIES',
  },
  hostileBytes: { what: 'hostile files for each reader', essential: 100, everything: 600 },
  syncHistories: { what: 'histories of synced catalogs', essential: 3, everything: 8 },
  handedHistories: { what: 'histories of catalogs that listen to events', essential: 2, everything: 4 },
  keptHistories: { what: 'histories of kept catalogs', essential: 2, everything: 4 },
  badReleases: { what: 'kinds of bad releases of the catalog', essential: 1, everything: 4 },
  histories: { what: 'histories of the offline engine', essential: 2, everything: 6 },
  refusedUploads: {
    what: 'uploads of 40 MB that are refused',
    essential: 3,
    everything: 10,
    variable: 'REFUSED_UPLOADS',
  },
  fuzzRequests: { what: 'drawn requests to each operation', essential: 1, everything: 6 },
} as const satisfies Record<string, Repeated>;

/** How often this run does something. */
export function howMany(name: keyof typeof repeated): number {
  const { variable: wish, ...counts }: Repeated = repeated[name];
  const wished = wish === undefined ? undefined : process.env[wish];
  return wished === undefined ? counts[isEssential() ? 'essential' : 'everything'] : Number(wished);
}

/** `count` items of a list, for the caller whose turn it is: successive turns together get the whole list. */
export const inTurn = <T>(list: readonly T[], turn: number, count: number): T[] =>
  list.filter((_, at) => (at - (turn % list.length) + list.length) % list.length < count);

/** Files of tests, or patterns of them, that the essential breadth leaves out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'test/browser/storm.browser.test.ts':
    'nine pages of three browsers and a service that are killed in hostile weather: the histories of the engine try the same promises in simulation',
  'test/browser/storage.browser.test.ts':
    'a catalog without room, with records that nobody can read, a database deleted, held open or newer: data/broken-storage tries each of them in a simulated browser',
  'test/cluster/{clocks,database-gone,killed,killed-files}.service.test.ts':
    'instances that die, or whose clocks or database go wrong, at each step: what two instances share is tried by the others there',
  'test/command-line/interrupted-upload.test.ts':
    'ten ways in which an upload of 40 MB is broken off: one goes on after a broken line in large-file',
  'test/signing/kill.service.test.ts':
    'a service and its worker that are killed while they sign: jobs/stopping has a process that is killed, and workers/pool a worker',
};

/** What visits of browsers leave out in the essential breadth (test/browser/setup/). */
export const notInVisits =
  'motion, and where nothing is tested of it the service worker, in visits of browsers';

/** The files that this run leaves out. */
export const leftOutHere = (): string[] => (isEssential() ? Object.keys(leftOut) : []);
