import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftIn } from '../setup/run/left-behind.ts';

it('folders of killed test runs are removed, and nothing that somebody may use', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const used = ['appshelf-test-now', `appshelf-workers-${process.pid}`, 'somebody-elses'];
  // No process has a number as high as that.
  const left = ['appshelf-test-old', `appshelf-workers-${2 ** 30}`, `appshelf-tests-${2 ** 30}`];
  for (const name of [...used, ...left]) await mkdir(join(directory, name));
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['appshelf-test-old', 'somebody-elses'])
    await utimes(join(directory, name), longAgo, longAgo);
  await removeLeftIn(directory);
  expect((await readdir(directory)).sort()).toEqual(used.toSorted());
});
