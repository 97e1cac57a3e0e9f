/** `npm run test:judges`: the tests that ask tools which we did not write. Says what to install when they are not there. */
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
const hasPooler = isInstalled(pooler);
const total = await runJudges(hasPooler ? [] : ['**/pgbouncer.test.ts']);
process.stdout.write(`\n${summary(total)}\n`);
if (!hasPooler)
  process.stdout.write('Left out: the service through PgBouncer (apt-get install pgbouncer).\n');
process.exit(total.failed === 0 ? 0 : 1);
