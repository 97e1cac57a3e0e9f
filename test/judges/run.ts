/** `npm run test:judges`: the tests that ask tools which we did not write. Says what to install when they are not there. */
import { readdir } from 'node:fs/promises';
import { summary } from '../counts.ts';
import { isInstalled } from '../setup/installed.ts';
import { runJudges } from '../tests.ts';
import { missingJudges, pooler } from './tools.ts';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const missing = missingJudges();
if (missing !== null) {
  process.stdout.write(`${missing}\n`);
  process.exit(1);
}
/** Tests that need what is seldom installed, and how to get it. */
const optional = [
  { file: 'pgbouncer', needs: [pooler], what: 'the service through PgBouncer' },
  { file: 'web-servers', needs: ['nginx', 'haproxy'], what: 'the service behind nginx and HAProxy' },
];
const leftOut = optional.filter(({ needs }) => !needs.every(isInstalled));
const files = (await readdir(import.meta.dirname)).filter(
  (name) => name.endsWith('.test.ts') && leftOut.every(({ file }) => name !== `${file}.test.ts`),
);
const total = await runJudges(files.map((name) => `judges/${name}`));
process.stdout.write(`\n${summary(total)}\n`);
for (const { what, needs } of leftOut)
  process.stdout.write(`Left out: ${what} (apt-get install ${needs.join(' ')}).\n`);
process.exit(total.failed === 0 ? 0 : 1);
