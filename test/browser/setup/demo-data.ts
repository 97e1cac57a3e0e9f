import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../mock-server/launch/paths.ts';

/**
 * The environment variable with the directory of the demo organization's data, for the processes that run the tests.
 */
const variable = 'DEMO_DATA';

const temporary = () => mkdtemp(join(tmpdir(), 'appshelf-demo-'));

/** Makes the demo organization once for a whole run. Returns a function that removes it. */
export async function seedDemoData(): Promise<() => Promise<void>> {
  const directory = await temporary();
  const env = { ...process.env, DATA_DIR: directory, DEMO: 'true' };
  await promisify(execFile)(process.execPath, ['mock-server/demo/main.ts'], { cwd: root, env });
  process.env[variable] = directory;
  return () => rm(directory, { recursive: true, force: true });
}

/** A copy of the demo organization's data, which may be changed. The caller removes it. */
export async function copyDemoData(): Promise<string> {
  const seeded = process.env[variable];
  if (seeded === undefined) throw new Error(`${variable} names no data: run the tests with npm test.`);
  const directory = await temporary();
  await cp(seeded, directory, { recursive: true });
  return directory;
}
