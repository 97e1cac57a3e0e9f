/** Measures the product beside the bounds of `docs/performance.md`: all of them, or those that the arguments name. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { importing, manyGroups } from './catalog/many-groups.ts';
import { parseServer } from './catalog/parse-server.ts';
import { download } from './downloads/download.ts';
import { growth } from './growth/growth.ts';
import { inventory } from './inventory/inventory.ts';
import { bounded, isMet, type Measurement, type Row } from './measurement.ts';
import { message } from './messages/message.ts';
import { hostile } from './packages/hostile.ts';
import { sign } from './packages/sign.ts';
import { upload } from './packages/upload.ts';
import { firstLoad } from './page/first-load.ts';
import { page } from './page/page.ts';
import { sync } from './page/sync.ts';
import { signIns } from './sign-ins/sign-ins.ts';
import { streams } from './streams/streams.ts';
import { table } from './table.ts';

const measurements: readonly Measurement[] = [
  firstLoad,
  page,
  sync,
  manyGroups,
  importing,
  parseServer,
  signIns,
  inventory,
  streams,
  growth,
  download,
  upload,
  sign,
  hostile,
  message,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !measurements.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No measurement is named ${unknown.join(', ')}. There are: `);
  process.stderr.write(`${measurements.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}

const rows: Row[] = [];
for (const { name, onRequest, run } of measurements) {
  if (names.length > 0 ? !names.includes(name) : onRequest !== undefined) {
    if (names.length === 0) process.stderr.write(`Left out unless it is named: ${name}, ${onRequest}\n`);
    continue;
  }
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
  rows: rows.map((row) => ({ ...row, bounded: bounded(row), met: isMet(row) })),
};
writeFileSync(join(import.meta.dirname, '../../bench-results.json'), `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`${table(rows)}\n`);
