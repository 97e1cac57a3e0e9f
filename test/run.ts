/**
 * `npm test`: every check and every test, and their counts as the last line. With words after it (`npm test -- reviews`)
 * only the test files with one of them in their path; with `--changed` or `--changed=REVISION` only what the changes since
 * the last commit, or since that revision, touch.
 */
import { parseArgs } from 'node:util';
import { changedFiles } from './changed.ts';
import { allChecks, checksOf, runChecks } from './checks.ts';
import { sum, summary } from './counts.ts';
import { whatIsMissing } from './machine.ts';
import { runTests } from './tests.ts';

// A signal ends a process without its exit handlers, which stop what the set-up started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

// `--changed` takes a value or none, which the parser of options knows only as two spellings.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values, positionals: filters } = parseArgs({
  args,
  allowPositionals: true,
  options: { changed: { type: 'string' } },
});

const counts = [];
if (values.changed !== undefined) counts.push(await runChecks(checksOf(changedFiles(values.changed))));
else if (filters.length === 0) counts.push(await runChecks(allChecks));
const missing = await whatIsMissing();
for (const { sentence } of missing) process.stdout.write(`✗ ${sentence}\n`);
const leftOut = missing.map(({ project }) => project);
counts.push({ passed: 0, failed: missing.length, skipped: 0 });
counts.push(await runTests({ filters, leftOut, changed: values.changed }));

const total = sum(counts);
process.stdout.write(`\n${summary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);
