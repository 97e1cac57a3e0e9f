import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { oneChecker, oneThread } from '../../setup/run/one-thread.ts';
import { root } from '../project.ts';

const run = promisify(execFile);
const inside = join(root, 'node_modules/.cache');

/**
 * Which of these lines, put below `head` into a file of the project, do not compile. `head` may name files of the project
 * from its top: `import type { Db } from '#/mock-server/…';`. `options` are the compiler's, beside those of the whole project.
 */
export async function refusedLines(
  head: string,
  lines: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  await mkdir(inside, { recursive: true });
  const directory = await mkdtemp(join(inside, 'planted-'));
  try {
    const above = head.replaceAll('#/', `${root}/`).trim().split('\n');
    await writeFile(join(directory, 'planted.ts'), [...above, ...lines].join('\n'));
    const configuration = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: ['node'], noUnusedLocals: false, noUnusedParameters: false, ...options },
      files: ['planted.ts'],
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(configuration));
    const reported = await run(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', '.', '--pretty', 'false', ...oneChecker],
      {
        cwd: directory,
        env: { ...process.env, ...oneThread },
      },
    ).then(
      () => '',
      (failure: { stdout: string }) => failure.stdout,
    );
    const errors = reported.split('\n').filter((line) => /^\S/.test(line));
    return [...new Set(errors.map((error) => lineOf(error, above.length, lines)))];
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The line that an error is about; the error itself when it is about none of them. */
function lineOf(error: string, above: number, lines: readonly string[]): string {
  const number = /^planted\.ts\((\d+),/.exec(error)?.[1];
  return (number && lines[Number(number) - above - 1]) || error;
}
