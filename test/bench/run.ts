/**
 * `npm run bench`: every measurement, as a table and as bench-results.json. With names after it
 * (`npm run bench -- first-load`) only those.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { catalogList } from './catalog-list.ts';
import { crowd } from './crowd.ts';
import { download } from './download.ts';
import { firstLoad } from './first-load.ts';
import { growthOfWorld } from './growth.ts';
import { hostile } from './hostile.ts';
import { importing } from './import.ts';
import { inspect } from './inspect.ts';
import { inventory } from './inventory.ts';
import { lighthouseScores } from './lighthouse.ts';
import { manyGroups } from './many-groups.ts';
import { type Measurement, meetsTarget, type Row, ratio } from './measurement.ts';
import { notify } from './notify.ts';
import { offlineStart } from './offline-start.ts';
import { parseServer } from './parse-server.ts';
import { publish } from './publish.ts';
import { publishVisible } from './publish-visible.ts';
import { reports } from './reports.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { sign } from './sign.ts';
import { signIns } from './sign-ins.ts';
import { signingIpa } from './sign-ipa.ts';
import { slowReaders } from './slow-readers.ts';
import { streams } from './streams.ts';
import { sync } from './sync.ts';
import { table } from './table.ts';
import { upload } from './upload.ts';
import { userList } from './users.ts';
import { wellAgain } from './well-again.ts';

const measurements: readonly Measurement[] = [
  firstLoad,
  lighthouseScores,
  offlineStart,
  scroll,
  search,
  sync,
  wellAgain,
  streams,
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
    // What the others measured took long to measure.
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
