import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The sources of the shell of hybrid applications, and the module that holds what they become. */
const shell = join(import.meta.dirname, '../../mock-server/app-packages/android/shell');
export const classesPath = join(shell, 'classes.ts');

const run = promisify(execFile);
/** Of what the shell runs on; it decides the version of the format. */
const apiLevel = '29';
/** With more than one thread the order of what it writes is left to chance, as it is without a sorted list of files. */
const alwaysTheSame = ['-j', '1'];
const lineCharacters = 100;

/** The classes of the shell, assembled from smali/ by Debian's `smali`. */
export async function assembleShell(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-shell-'));
  try {
    const target = join(folder, 'classes.dex');
    const sources = (await readdir(join(shell, 'smali'))).toSorted();
    const options = ['assemble', '-a', apiLevel, ...alwaysTheSame, '-o', target];
    await run('smali', [...options, ...sources.map((name) => join(shell, 'smali', name))]);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The text of classes.ts: a module, so that the bundled service has the classes in it. */
export function classesModule(dex: Buffer): string {
  const lines = dex.toString('base64').match(new RegExp(`.{1,${lineCharacters}}`, 'g')) ?? [];
  return `/** classes.dex of the shell, assembled from smali/ and written by test/interop/write-shell.ts. */
const base64 = \`
${lines.join('\n')}
\`;

/** The shell's classes in the DEX format. */
export const shellClasses = (): Buffer => Buffer.from(base64, 'base64');
`;
}
