import { changeCatalog } from '../../../mock-server/platform/database/changes/changes.ts';
import { createId, getNow } from '../../../mock-server/platform/database/identifiers.ts';
import type { TestService } from '../service.ts';
import { makeGroup, publishWeb } from './publishing.ts';

/** Makes a group with `count` web applications: one is published, the others are copies of its rows. */
export async function fillCatalog(service: TestService, count: number): Promise<number> {
  const first = await publishWeb(service, 'App0', { app_name: 'Application 0' });
  const group = await makeGroup(service, 'Everybody', { apps: [{ id: first.psk }] });
  await changeCatalog(service.platform.database, service.admin.orgId, async (tx) => {
    const application = await tx
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const version = await tx
      .selectFrom('versions')
      .selectAll()
      .where('application', '=', first.id)
      .executeTakeFirstOrThrow();
    const given = await tx
      .selectFrom('group_applications')
      .selectAll()
      .where('application', '=', first.id)
      .executeTakeFirstOrThrow();
    for (let at = 1; at < count; at++) {
      const ids = { application: createId(), version: createId() };
      const row = {
        ...application,
        id: ids.application,
        psk: 1_000_000 + at,
        latest_version: ids.version,
        modified: getNow(),
      };
      await tx.insertInto('applications').values(row).execute();
      const name = `Application ${at}`;
      await tx
        .insertInto('versions')
        .values({
          ...version,
          id: ids.version,
          psk: 1_000_000 + at,
          application: ids.application,
          app_name: name,
        })
        .execute();
      await tx
        .insertInto('group_applications')
        .values({ ...given, application: ids.application })
        .execute();
    }
    return { applications: 'all', result: undefined };
  });
  return group;
}
