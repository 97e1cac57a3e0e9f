import { migrations } from '../../../mock-server/migrations/index.ts';
import { connect, type DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';

/** Migrates an empty database to the newest version. Tests copy it, which is faster than migrating for each test. */
export async function makeMigrated(location: DatabaseLocation): Promise<void> {
  const database = await connect(location);
  await migrate(database.db, migrations);
  await database.close();
}
