import { expect, test } from 'vitest';
import { buildApp } from '../../mock-server/app.ts';
import { testConfig } from '../setup/service.ts';
import { testWorkers } from '../setup/workers.ts';

test('instances that start together on an empty database all start, with one organization and administrator', async () => {
  const { config, remove } = await testConfig();
  const starting = Array.from({ length: 4 }, () => buildApp(config, { workers: testWorkers() }));
  const started = await Promise.allSettled(starting);
  const apps = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = apps;
  const users = await first?.platform.database.db.selectFrom('users').select('user_id').execute();
  const organizations = await first?.platform.database.db
    .selectFrom('organizations')
    .select('name')
    .execute();
  for (const app of apps) await app.close();
  await remove();
  expect(started.map(({ status }) => status)).toEqual(starting.map(() => 'fulfilled'));
  expect(users).toEqual([{ user_id: 'admin' }]);
  expect(organizations).toEqual([{ name: 'Test Organization' }]);
});
