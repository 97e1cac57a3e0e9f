import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from './program.ts';

const filling = '.filling';

/** The login names and password of the demo organization's people. */
export const demoAccounts = {
  password: 'appshelf-demo',
  userIds: ['demo.phone', 'demo.tablet', 'demo.admin'],
} as const;

/**
 * Fills an empty or missing data directory with the demo organization; does nothing to any other. The files are made in
 * a directory beside it and moved when they are complete, so that an interrupted start leaves no incomplete
 * organization.
 */
export async function fillWithDemo(dataDir: string): Promise<void> {
  if (!isEmpty(dataDir)) return;
  process.stderr.write('Filling the data directory with the demo organization.\n');
  const made = join(dataDir, filling);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true, mode: 0o700 });
  await seed(made);
  for (const name of readdirSync(made)) renameSync(join(made, name), join(dataDir, name));
  rmdirSync(made);
}

function isEmpty(directory: string): boolean {
  return !existsSync(directory) || readdirSync(directory).every((name) => name === filling);
}

/** Runs as a separate process, so that the memory for drawing and packing is freed when it ends. */
async function seed(dataDir: string): Promise<void> {
  const child = startProgram(['mock-server/demo/main.ts'], { DATA_DIR: dataDir, DEMO: 'true' });
  await once(child, 'exit');
  if (child.exitCode === 0) return;
  const stopped = child.signalCode !== null;
  process.stderr.write(
    `The demo organization ${stopped ? 'is not complete' : 'could not be made: see above'}.\n`,
  );
  process.exit(child.exitCode ?? 1);
}
