import { migrations } from '../../../mock-server/migrations/index.ts';
import { connect, type DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';

/** Brings an empty database to the newest migration: the tests copy it, for that is quicker than migrating each. */
export async function makeMigrated(location: DatabaseLocation): Promise<void> {
  const database = await connect(location);
  await migrate(database.db, migrations);
  await database.close();
}
