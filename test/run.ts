/**
 * `npm test`: every check and the smoke tier of the tests, and their counts as the last line; with `--full` the full tier.
 * With words after it (`npm test -- reviews`) only the test files with one of them in their path; with `--changed` or
 * `--changed=REVISION` only what the changes since the last commit, or since that revision, touch: both in the full tier.
 */
import { parseArgs } from 'node:util';
import { changedFiles } from './changed.ts';
import { allChecks, checksOf, runChecks } from './checks.ts';
import { type Counts, sum, summary } from './counts.ts';
import { whatIsMissing } from './machine.ts';
import { keepInMemory } from './setup/run/in-memory.ts';
import { removeLeftBehind } from './setup/run/left-behind.ts';
import { selectSmokeTier } from './setup/run/tier.ts';
import { runTests } from './tests.ts';

// A signal ends a process without its exit handlers, which stop what the set-up started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

// `--changed` takes a value or none, which the parser of options knows only as two spellings.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values, positionals: filters } = parseArgs({
  args,
  allowPositionals: true,
  options: { changed: { type: 'string' }, full: { type: 'boolean', default: false } },
});
const isWhole = filters.length === 0 && values.changed === undefined;

function chosenChecks(): ReturnType<typeof checksOf> {
  if (values.changed !== undefined) return checksOf(changedFiles(values.changed));
  return filters.length === 0 ? allChecks : [];
}

async function tests(): Promise<Counts> {
  const missing = await whatIsMissing();
  for (const { sentence } of missing) process.stdout.write(`✗ ${sentence}\n`);
  const leftOut = missing.map(({ project }) => project);
  const ran = await runTests({ filters, leftOut, changed: values.changed });
  return { ...ran, failed: ran.failed + missing.length };
}

await removeLeftBehind();
keepInMemory();
if (isWhole && !values.full) selectSmokeTier();

// At once: the tests begin with building and starting what they test, and leave a core to the checks meanwhile.
const [checked, ran] = await Promise.all([runChecks(chosenChecks()), tests()]);
process.stdout.write(checked.report);
const total = sum([checked.counts, ran]);
if (isWhole && !values.full) process.stdout.write('\nSmoke tier; npm test -- --full runs all tests.\n');
process.stdout.write(`${summary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);
