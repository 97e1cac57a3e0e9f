/**
 * `npm test`: every check and the tests in their essential breadth, and their counts as the last line; with `--everything` all of
 * them, as often as they can be tried. With words after it (`npm test -- reviews`) only the test files with one of them in their path;
 * with `--changed` or `--changed=REVISION` only what the changes since the last commit, or since that revision, touch: both in full.
 */
import { parseArgs } from 'node:util';
import { changedFiles } from './changed.ts';
import { allChecks, checksOf, runChecks } from './checks.ts';
import { type Counts, dearestFiles, none, processorLine, sum, summary } from './counts.ts';
import { leftOutOfPostgres, noteStatements } from './everything.ts';
import { leftToEverything } from './left-to-everything.ts';
import { whatIsMissing } from './machine.ts';
import { processorTime } from './setup/processor-time.ts';
import { doTheEssential, isEssential } from './setup/run/breadth.ts';
import { keepInMemory } from './setup/run/in-memory.ts';
import { removeLeftBehind } from './setup/run/left-behind.ts';
import { runTests } from './tests.ts';

// A signal ends a process without its exit handlers, which stop what the set-up started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

// `--changed` takes a value or none, which the parser of options knows only as two spellings.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values, positionals: filters } = parseArgs({
  args,
  allowPositionals: true,
  options: { changed: { type: 'string' }, everything: { type: 'boolean', default: false } },
});
const isWhole = filters.length === 0 && values.changed === undefined;
const isEverything = isWhole && values.everything;

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

/** Whether the files that other runs send to PostgreSQL still make all that these did. */
function coverage(): Counts {
  if (!isEverything) return none;
  const { report, tooMuch } = leftOutOfPostgres();
  process.stdout.write(report);
  return { ...none, [tooMuch ? 'failed' : 'passed']: 1 };
}

await removeLeftBehind();
keepInMemory();
if (isEverything) noteStatements();
else if (isWhole) doTheEssential();

// At once: the tests begin with building and starting what they test, and leave a core to the checks meanwhile.
const [checked, ran] = await Promise.all([runChecks(chosenChecks()), tests()]);
process.stdout.write(checked.report);
const total = sum([checked.counts, ran, coverage()]);
process.stdout.write(`\n${processorLine(total.processors, processorTime())}\n`);
if (isWhole) process.stdout.write(`${dearestFiles(total.ofFiles)}\n`);
if (isEssential()) process.stdout.write(`${leftToEverything()}\n`);
process.stdout.write(`${summary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);
