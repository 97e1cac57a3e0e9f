import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMigrated } from './migrated.ts';

/**
 * Makes a migrated SQLite database at TEST_SQLITE_MIGRATED; every test service starts from a copy of it
 * (`database.ts`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-migrated-'));
  const file = join(home, 'appshelf.sqlite');
  await makeMigrated({ file });
  process.env.TEST_SQLITE_MIGRATED = file;
  return () => {
    // A later run of other projects in this process has no such file.
    delete process.env.TEST_SQLITE_MIGRATED;
    return rm(home, { recursive: true, force: true });
  };
}
