import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '../../../mock-server/app.ts';
import { migrations } from '../../../mock-server/migrations/index.ts';
import { connect, type DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { ConfigError } from '../../../mock-server/settings/environment.ts';
import { startService, testConfig } from '../../setup/service.ts';

test('a database that a newer version has changed is refused, and one that is up to date is not', async () => {
  const service = await startService();
  try {
    const { db } = service.platform.database;
    await migrate(db, migrations);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(
      withoutGuard(db),
    );
    await expect(migrate(db, migrations)).rejects.toThrow('A newer version of Appshelf');
  } finally {
    await service.stop();
  }
});

/** Makes a database like those of the versions before 1.0.0, which had other migrations. */
async function makeOld(location: DatabaseLocation): Promise<void> {
  const { db, close } = await connect(location);
  await sql`update kysely_migration set name = '0001-first-slice'`.execute(withoutGuard(db));
  await sql`insert into kysely_migration (name, timestamp) values ('0094-secret-key-ids', '')`.execute(
    withoutGuard(db),
  );
  await sql`drop table secret_keys`.execute(withoutGuard(db));
  await close();
}

/** Everything in the embedded database's file; of a server the names of tables and migrations. */
async function contentOf(location: DatabaseLocation): Promise<unknown> {
  if ('file' in location) return readFile(location.file);
  const { db, close } = await connect(location);
  const { rows } =
    await sql`select 'table' as kind, tablename as name from pg_tables where schemaname = 'public'
    union all select 'migration', name from kysely_migration order by 1, 2`.execute(withoutGuard(db));
  await close();
  return rows;
}

test('a database that a version before 1.0.0 has made is refused, and stays as it is', async () => {
  const { config, remove } = await testConfig();
  try {
    await makeOld(config.database);
    const before = await contentOf(config.database);
    const refused = await buildApp(config).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^A version of Appshelf before 1\.0\.0 has made this database, .*\.$/),
    });
    expect(await contentOf(config.database)).toEqual(before);
  } finally {
    await remove();
  }
});
