/**
 * `npm run bench`: runs every measurement, and writes the results as a table and as bench-results.json. Names after it
 * (`npm run bench -- first-load`) select measurements.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { catalogList } from './catalog/catalog-list.ts';
import { inventory } from './catalog/inventory.ts';
import { crowd } from './crowd/crowd.ts';
import { signIns } from './crowd/sign-ins.ts';
import { download } from './downloads/download.ts';
import { slowReaders } from './downloads/slow-readers.ts';
import { importing } from './groups/import.ts';
import { manyGroups } from './groups/many-groups.ts';
import { parseServer } from './groups/parse-server.ts';
import { growthOfWorld } from './growth/growth.ts';
import { type Measurement, meetsTarget, type Row, ratio } from './measurement.ts';
import { notify } from './notifications/notify.ts';
import { hostile } from './packages/hostile.ts';
import { inspect } from './packages/inspect.ts';
import { publish } from './packages/publish.ts';
import { sign } from './packages/sign.ts';
import { signingIpa } from './packages/sign-ipa.ts';
import { upload } from './packages/upload.ts';
import { firstLoad } from './page/first-load.ts';
import { lighthouseScores } from './page/lighthouse.ts';
import { offlineStart } from './page/offline-start.ts';
import { publishVisible } from './page/publish-visible.ts';
import { scroll } from './page/scroll.ts';
import { search } from './page/search.ts';
import { sync } from './page/sync.ts';
import { wellAgain } from './page/well-again.ts';
import { reports } from './reports/reports.ts';
import { streams } from './streams/streams.ts';
import { streamsOfTwo } from './streams/two-instances.ts';
import { table } from './table.ts';
import { userList } from './users/users.ts';

const measurements: readonly Measurement[] = [
  firstLoad,
  lighthouseScores,
  offlineStart,
  scroll,
  search,
  sync,
  wellAgain,
  streams,
  streamsOfTwo,
  publish,
  publishVisible,
  upload,
  signingIpa,
  hostile,
  crowd,
  signIns,
  inspect,
  sign,
  catalogList,
  manyGroups,
  importing,
  parseServer,
  inventory,
  userList,
  reports,
  growthOfWorld,
  download,
  slowReaders,
  notify,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !measurements.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No measurement is named ${unknown.join(', ')}. There are: `);
  process.stderr.write(`${measurements.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}

const rows: Row[] = [];
const isWanted = ({ name, onRequest }: Measurement): boolean =>
  names.length === 0 ? onRequest !== true : names.includes(name);
for (const { name, run } of measurements.filter(isWanted)) {
  process.stderr.write(`Measuring ${name}\n`);
  try {
    const measured = await run();
    rows.push(...measured);
    process.stdout.write(`${table(measured)}\n\n`);
  } catch (error) {
    // The results of the other measurements took long to get, so they are kept.
    process.stderr.write(`${name} could not be measured: ${String(error)}\n`);
    process.exitCode = 1;
  }
}
const results = {
  at: new Date().toISOString(),
  machine: { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown' },
  rows: rows.map((row) => ({ ...row, ratio: ratio(row), met: meetsTarget(row) })),
};
writeFileSync(join(import.meta.dirname, '../../bench-results.json'), `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${table(rows)}\n`);
