import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addUser } from '../../../contract/users.ts';
import { buildApp } from '../../../mock-server/app.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { startOn, testConfig } from '../../setup/service.ts';
import { newUser } from '../../setup/world/people.ts';

test('a version that finds the schema of a newer one leaves jobs, health and then requests to that one, and does not start', async () => {
  const { config, remove } = await testConfig({ drainTime: 1_000 });
  const service = await startOn(config, remove);
  try {
    const { db } = service.platform.database;
    const change = { name: '9999-of-tomorrow', timestamp: new Date().toISOString() };
    await sql`insert into kysely_migration (name, timestamp) values (${change.name}, ${change.timestamp})`.execute(
      withoutGuard(db),
    );
    const { token } = service.admin;
    const health = () => service.fetch('/healthz');
    await expect.poll(async () => (await health()).status).toBe(503);
    expect((await health()).body).toMatchObject({
      error: { message: expect.stringContaining('newer version') },
    });
    // Proxies still send it some requests: they are answered, and their jobs are left to other instances.
    const body = { ...newUser('late'), send_invite: true };
    const added = await service.call(addUser, { token, body });
    expect([added.status, added.headers.get('connection')]).toEqual([200, 'close']);
    await expect.poll(async () => (await service.call(addUser, { token, body })).status).toBe(503);
    const jobs = await db
      .selectFrom('jobs')
      .select(['state', 'attempts'])
      .where('kind', '=', 'invitation')
      .execute();
    expect(jobs).toEqual([{ state: 'waiting', attempts: 0 }]);
    expect((await health()).headers.get('retry-after')).toBe('5');
    await expect(buildApp(config)).rejects.toThrow(
      'A newer version of Appshelf has changed the database (9999-of-tomorrow).',
    );
  } finally {
    await service.stop();
  }
});
