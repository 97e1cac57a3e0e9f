/** `npm run test:judges`: the tests that ask tools which we did not write. Says what to install when they are not there. */
import { summary } from '../counts.ts';
import { runJudges } from '../tests.ts';
import { missingJudges } from './tools.ts';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const missing = missingJudges();
if (missing !== null) {
  process.stdout.write(`${missing}\n`);
  process.exit(1);
}
const total = await runJudges();
process.stdout.write(`\n${summary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);
