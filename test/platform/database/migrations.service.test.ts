import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up as packageVersions } from '../../../mock-server/migrations/0007-package-versions.ts';
import { up as withheld } from '../../../mock-server/migrations/0016-withheld.ts';
import { up as oneRowABatch } from '../../../mock-server/migrations/0073-one-row-a-batch.ts';
import { migrations } from '../../../mock-server/migrations/index.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import { startService } from '../../setup/service.ts';
import { publish, publishAndroid, publishIos, publishWeb } from '../../setup/world/publishing.ts';

test('versions published before their package’s own number was kept get it from their file', async () => {
  const service = await startService();
  try {
    await publishAndroid(service, 'org.example.old', { version_num: 'Old' });
    await publishIos(service, 'org.example.older', { version_num: 'Older' });
    await publishWeb(service, 'Page');
    const db = unguarded(service.platform.database.db);
    const numbers = async () =>
      (await db.selectFrom('versions').select('package_version').orderBy('id').execute()).map(
        (row) => row.package_version,
      );
    expect(await numbers()).toEqual(['1.0', '1.0', null]);
    await db.schema.alterTable('versions').dropColumn('package_version').execute();
    await packageVersions(db);
    expect(await numbers()).toEqual(['1.0', '1.0', null]);
  } finally {
    await service.stop();
  }
});

test('packages that the service built and nobody signed wait for their signature, and nothing else does', async () => {
  const service = await startService();
  try {
    const url = 'https://shop.example.org/';
    const built = await publish(service, { hybrid: { url, platform: 'Android' } });
    await publish(service, { hybrid: { url, platform: 'iOS' } });
    await publishAndroid(service, 'org.example.unsigned');
    const db = unguarded(service.platform.database.db);
    await db.updateTable('versions').set({ withheld: 0 }).execute();
    await db.schema.alterTable('preparations').dropColumn('uploaded_withheld').execute();
    await withheld(db);
    const waiting = db.selectFrom('versions').select('id').where('withheld', '=', 1);
    expect(await waiting.execute()).toEqual([{ id: built.versionId }]);
  } finally {
    await service.stop();
  }
});

test('messages that were sent before they lost their foreign keys are there, read and unread', async () => {
  const service = await startService();
  try {
    const { database } = service.platform;
    const db = unguarded(database.db);
    const { orgId: org_id, id: user } = service.admin;
    const told = ['2', '1', '3'].map((notification) => ({ org_id, user, notification, read: null }));
    await db.insertInto('messages').values(told).execute();
    await db.updateTable('messages').set({ read: '2026' }).where('notification', '=', '2').execute();
    await db.schema.dropTable('push_batches').execute();
    if (database.dialect === 'postgres') {
      for (const name of ['messages_notification', 'messages_user'])
        await sql`alter table messages add constraint ${sql.ref(name)} check (org_id <> '')`.execute(db);
    }
    await oneRowABatch(db);
    const { rows } = await sql`select notification, read from messages order by notification`.execute(db);
    expect(rows).toEqual([
      { notification: '1', read: null },
      { notification: '2', read: '2026' },
      { notification: '3', read: null },
    ]);
    await expect(db.insertInto('messages').values(told).execute()).rejects.toThrow(/unique/i);
  } finally {
    await service.stop();
  }
});

test('a database that a newer version has changed is refused, and one that is up to date is not', async () => {
  const service = await startService();
  try {
    const { db } = service.platform.database;
    await migrate(db, migrations);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(
      unguarded(db),
    );
    await expect(migrate(db, migrations)).rejects.toThrow('A newer version of Appshelf');
  } finally {
    await service.stop();
  }
});
