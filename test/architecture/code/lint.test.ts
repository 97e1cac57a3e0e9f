import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { oneThread } from '../../setup/run/one-thread.ts';
import { root } from '../project.ts';

const run = promisify(execFile);

const directory = await mkdtemp(join(tmpdir(), 'appshelf-lint-'));
await writeFile(join(directory, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
afterAll(() => rm(directory, { recursive: true }));

/** What the linter says about a file of this text, by the project's own rules. */
async function lint(text: string): Promise<string> {
  await writeFile(join(directory, 'planted.ts'), text);
  const flags = ['--type-aware', '--config', join(root, '.oxlintrc.json'), '--format', 'unix'];
  const options = { cwd: directory, env: { ...process.env, ...oneThread } };
  return run(join(root, 'node_modules/.bin/oxlint'), [...flags, '.'], options).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  );
}

const work = 'async function work(): Promise<void> {}\n';

it('refuses a promise that nobody awaits', async () => {
  expect(await lint(`${work}work();\n`)).toContain('no-floating-promises');
});

it('refuses a promise where a condition is asked for', async () => {
  expect(await lint(`${work}if (work()) throw new Error('never');\n`)).toContain('no-misused-promises');
});

it('takes the same when it is awaited', async () => {
  expect(await lint(`${work}await work();\n`)).not.toMatch(/promises|problem/);
});
