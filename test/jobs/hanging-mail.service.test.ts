import { afterAll, expect, test } from 'vitest';
import { addUser } from '../../contract/users.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { MailServer } from '../setup/servers/mail-server.ts';
import { startService } from '../setup/service.ts';

const mail = await MailServer.start({ isSilent: true });
const service = await startService({
  smtp: mail.smtp,
  publicUrl: 'https://apps.example.org',
  limits: { jobStopTimeout: 100 },
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const jobsOf = (kind: string) =>
  service.platform.database.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute();

async function running(kind: string): Promise<number> {
  return (await jobsOf(kind)).filter(({ state }) => state === 'running').length;
}

test('a mail server that hangs holds up mail, and nothing else', async () => {
  const person = { password: 'Given-by-admin-1', first_name: 'A', last_name: 'B' };
  for (let number = 0; number < 12; number += 1) {
    const body = { ...person, user_id: `waits${number}`, email: `waits${number}@example.org` };
    await service.ok(addUser, { token: service.admin.token, body });
  }
  // As many as may run at once hang: they try to take every place.
  await expect.poll(() => running('invitation')).toBe(4);
  const others = ['expired_invitations', 'sweep'];
  const { db } = service.platform.database;
  await db.updateTable('jobs').set({ due: getNow() }).where('kind', 'in', others).execute();
  service.platform.jobs.wake();
  for (const kind of others) {
    const isDone = async () =>
      (await jobsOf(kind)).every(({ due, state }) => state === 'waiting' && due > getNow());
    await expect.poll(isDone).toBe(true);
  }
  expect(await running('invitation')).toBe(4);
  expect(await jobsOf('invitation')).toHaveLength(12);
});
