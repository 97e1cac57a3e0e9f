import { expect, test } from 'vitest';
import { installApplication } from '../../contract/downloads.ts';
import { deleteExpiredActivity } from '../../mock-server/features/activity/delete-expired.ts';
import { countDownload, recordJournalDays } from '../../mock-server/features/journals/facade.ts';
import { reservePositions } from '../../mock-server/features/journals/journal-store.ts';
import { createOrganization } from '../../mock-server/features/organizations/facade.ts';
import type { Tx } from '../../mock-server/platform/database/handles.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const service = await openService();

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

async function signedIn(tx: Tx, orgId: string, at: string): Promise<void> {
  const position = await reservePositions(tx, orgId, 'sign_in', 1);
  const nobody = { user: null, device: null, application: null, version: null };
  const row = { org_id: orgId, kind: 'sign_in' as const, position, at, ...nobody, details: '{}' };
  await tx.insertInto('activity').values(row).execute();
  await recordJournalDays(tx, orgId, 'sign_in', [{ at, position }]);
}

test('each of very many organizations keeps its activity as long as it says', async () => {
  const { database } = service.platform;
  const made: string[] = [];
  await database.transaction(async (tx) => {
    for (let count = 0; count < 405; count++) {
      const { id } = await createOrganization(tx, service.platform.events, {
        name: `Many ${count}`,
        parentId: null,
      });
      made.push(id);
      for (const days of [800, 740, 10]) await signedIn(tx, id, ago(days));
      const counted = { org_id: id, application: 'an application', type: 'direct' } as const;
      for (const days of [800, 10]) await countDownload(tx, { ...counted, at: ago(days) });
    }
  });
  const longer = made[300] ?? '';
  const settings = JSON.stringify({ activity_retention_by_kind: { sign_in: 750, download: 900 } });
  await withoutGuard(database.db)
    .updateTable('organizations')
    .set({ settings })
    .where('id', '=', longer)
    .execute();
  await deleteExpiredActivity(service.platform);
  const rows = await database.db
    .selectFrom('activity')
    .select(['org_id', 'at'])
    .where('org_id', 'in', made)
    .execute();
  const left = Map.groupBy(rows, ({ org_id }) => org_id);
  expect(left.get(longer)).toHaveLength(2);
  expect(left.size).toBe(made.length);
  expect(rows).toHaveLength(made.length + 1);
  const counts = database.db.selectFrom('download_counts').select('org_id').where('org_id', 'in', made);
  expect(await counts.execute()).toHaveLength(made.length + 1);
  const months = database.db.selectFrom('download_months').select('org_id').where('org_id', 'in', made);
  expect(await months.execute()).toHaveLength(made.length + 1);
});

test('the last download of an application is kept until there is a later one, however old it is', async () => {
  const { database } = service.platform;
  const app = await publishAndroid(service, 'org.example.kept');
  const person = await service.makeUser();
  await makeGroup(service, 'Kept', { apps: [{ id: app.psk }], users: [person] });
  const query = await service.signIn(person);
  const install = async () => {
    const { headers } = await service.call(installApplication, { params: { application: app.id }, query });
    expect((await service.fetch(headers.get('location') ?? '')).status).toBe(200);
  };
  const downloads = () =>
    database.db.selectFrom('downloads').select(['id', 'created']).where('application', '=', app.id).execute();
  await install();
  expect(await downloads()).toHaveLength(1);
  const old = ago(900);
  await withoutGuard(database.db)
    .updateTable('downloads')
    .set({ created: old })
    .where('application', '=', app.id)
    .execute();
  await database.transaction((tx) =>
    recordJournalDays(tx, service.admin.orgId, 'download', [{ at: old, position: 1 }]),
  );
  await deleteExpiredActivity(service.platform);
  expect(await downloads()).toMatchObject([{ created: old }]);
  await install();
  expect(await downloads()).toHaveLength(2);
  await deleteExpiredActivity(service.platform);
  const left = await downloads();
  expect(left).toHaveLength(1);
  expect(left[0]?.created).not.toBe(old);
});
