/**
 * `npm test`: every check and the smoke tier of the tests, and their counts as the last line; with `--full` the full
 * tier. With words after it (`npm test -- reviews`) only the test files with one of them in their path; with `--changed`
 * or `--changed=REVISION` only what the changes since the last commit, or since that revision, touch: both in the full
 * tier.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildInOwnProcess } from '../mock-server/launch/build.ts';
import { changedFiles, runChecks } from './checks.ts';
import { findChromium } from './setup/browser/chromium.ts';
import { postgresPrograms } from './setup/database/postgres-server.ts';
import { keepInMemory } from './setup/run/in-memory.ts';
import { removeLeftBehind } from './setup/run/left-behind.ts';
import { selectTier } from './setup/run/tier.ts';
import { runTests, type Selection, sum, summary } from './vitest.ts';

// A signal ends a process without its exit handlers, which stop what the set-up started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

// `--changed` takes a value or none, which the parser of options knows only as two spellings.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values, positionals: words } = parseArgs({
  args,
  allowPositionals: true,
  options: { changed: { type: 'string' }, full: { type: 'boolean', default: false } },
});
const { changed, full } = values;
const isWhole = words.length === 0 && changed === undefined;

/** What a project needs of the machine. Without it the project is left out, which counts as a failed test. */
const needs: Record<string, () => unknown> = {
  browser: findChromium,
  'service-postgres': postgresPrograms,
};

/** What runs beside each other, of these projects. */
function selections(project: string[]): Selection[] {
  // What the rules of the architecture read they do not import, so they hold for every change.
  if (changed !== undefined)
    return [
      { words, project: ['architecture'], passWithNoTests: true },
      { words, project: [...project, '!architecture'], changed, passWithNoTests: true },
    ];
  if (words.length > 0) return [{ words, project }];
  // Browsers wait much, everything else computes. As many workers as cores for browsers, which are steady on no more;
  // one more for everything else, since a test waits while its database or another of its processes computes.
  const cores = availableParallelism();
  const others = { project: [...project, '!browser'], maxWorkers: cores + 1 };
  const browsers = { project: project.includes('!browser') ? [] : ['browser'], maxWorkers: cores };
  return [others, browsers].filter((selection) => selection.project.length > 0);
}

await removeLeftBehind();
keepInMemory();
if (isWhole) selectTier(full ? 'full' : 'smoke');
// Before the tests, of which several would build what they start at the same place.
if (isWhole) buildInOwnProcess();

const missing: string[] = [];
for (const [project, find] of Object.entries(needs)) {
  try {
    await find();
  } catch (fault) {
    process.stdout.write(`✗ ${fault instanceof Error ? fault.message : String(fault)}\n`);
    missing.push(project);
  }
}
// `test:interop` and `test:object-store` run what needs other programs.
const projects = ['interop', 'object-store', ...missing].map((project) => `!${project}`);
const files = changed === undefined ? undefined : changedFiles(changed);
const [checked, ran] = await Promise.all([
  isWhole || files !== undefined ? runChecks(files) : undefined,
  runTests(...selections(projects)),
]);
const total = sum([ran, ...(checked === undefined ? [] : [checked.counts])]);
total.failed += missing.length;
if (checked !== undefined) process.stdout.write(checked.report);
if (isWhole && !full) process.stdout.write('\nSmoke tier; npm test -- --full runs all tests.\n');
process.stdout.write(`${summary(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);
