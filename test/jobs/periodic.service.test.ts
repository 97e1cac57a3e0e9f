import { expect, test } from 'vitest';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { serviceJobs } from '../../mock-server/platform/jobs/store.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

test('every periodic job runs to its end', async () => {
  const { database, jobs } = service.platform;
  const longAgo = new Date(0).toISOString();
  const rows = () =>
    database.db
      .selectFrom('jobs')
      .select(['kind', 'state', 'due', 'last_error'])
      .where('org_id', '=', serviceJobs)
      .execute();
  await withoutGuard(database.db)
    .updateTable('jobs')
    .set({ due: longAgo })
    .where('org_id', '=', serviceJobs)
    .execute();
  jobs.wake();
  const open = async () =>
    (await rows()).filter(({ state, due }) => state !== 'waiting' || due === longAgo).map(({ kind }) => kind);
  await expect.poll(open).toEqual([]);
  const ran = await rows();
  expect(ran.length).toBeGreaterThan(15);
  expect(ran.filter(({ last_error }) => last_error !== null)).toEqual([]);
});
