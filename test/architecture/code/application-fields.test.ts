import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { oneChecker, oneThread } from '../../setup/run/one-thread.ts';
import { root } from '../project.ts';

const run = promisify(execFile);

/** The compiler's errors in the mapping of fields to columns, when the contract is changed like this. */
async function compiledWith(change: (contract: string) => string): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, 'fields-'));
  try {
    for (const tree of ['contract', 'mock-server', 'tsconfig.json'])
      await cp(join(root, tree), join(directory, tree), { recursive: true });
    const fields = join(directory, 'contract/application-fields.ts');
    await writeFile(fields, change(await readFile(fields, 'utf8')));
    const configuration = {
      extends: './tsconfig.json',
      compilerOptions: { types: ['node'] },
      files: ['mock-server/features/applications/fields.ts'],
    };
    await writeFile(join(directory, 'fields.json'), JSON.stringify(configuration));
    const compiler = join(root, 'node_modules/.bin/tsc');
    const args = ['-p', 'fields.json', '--pretty', 'false', ...oneChecker];
    return await run(compiler, args, { cwd: directory, env: { ...process.env, ...oneThread } }).then(
      () => '',
      (failure: { stdout: string }) => failure.stdout,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Places of fields: of an application, a version, a publication, a new application, a new version. */
const places = [
  'const editableFields = {',
  'const versionFields = {',
  'const publishingFields = {',
  'export const NewApplication = Type.Object({',
  'export const NewVersion = Type.Object({',
];

// One field is added at every place at once, since the compiler takes long. It must complain about these only: it
// accepts the contract as it is.
it('refuses a field that reaches no column, wherever it stands, and nothing else', async () => {
  const plant = (contract: string, place: string, at: number) =>
    contract.replace(place, `${place} planted${at}: flag,`);
  const reported = await compiledWith((contract) => places.reduce(plant, contract));
  const errors = reported.trim().split(/\n(?=\S)/);
  expect(
    errors.filter(
      (error) => !/application-fields?\.ts|\/fields\.ts/.test(error) || !error.includes('planted'),
    ),
  ).toEqual([]);
  expect(places.filter((_, at) => !reported.includes(`planted${at}`))).toEqual([]);
});
