/**
 * `npm test`: every check and every test, and their counts as the last line. With words after it (`npm test -- reviews`)
 * only the test files with one of them in their path.
 */
import { runChecks } from './checks.ts';
import { sum, summary } from './counts.ts';
import { runTests } from './tests.ts';

// A signal ends a process without its exit handlers, which stop what the set-up started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const filters = process.argv.slice(2);
const checks = filters.length === 0 ? [await runChecks()] : [];
const counts = sum([...checks, await runTests(filters)]);
process.stdout.write(`\n${summary(counts)}\n`);
process.exit(counts.failed === 0 ? 0 : 1);
