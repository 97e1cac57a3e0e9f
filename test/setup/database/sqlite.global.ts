import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMigrated } from './migrated.ts';

/** A migrated SQLite database at TEST_SQLITE_MIGRATED, which every test service starts from a copy of (`database.ts`). */
export default async function setup(): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-migrated-'));
  const file = join(home, 'appshelf.sqlite');
  await makeMigrated({ file });
  process.env.TEST_SQLITE_MIGRATED = file;
  return () => {
    // A later run of this process, of other projects, has no such file.
    delete process.env.TEST_SQLITE_MIGRATED;
    return rm(home, { recursive: true, force: true });
  };
}
