import { expect, it } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import { roles } from '../../contract/common/codes.ts';
import { installApplication } from '../../contract/downloads.ts';
import { removeGroupUsers } from '../../contract/groups.ts';
import { endSession } from '../../contract/identity.ts';
import { updateUser } from '../../contract/users.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { iPad, type TestUser } from '../setup/world/people.ts';
import { apk, codes, makeGroup, publishAndroid } from '../setup/world/publishing.ts';

const service = await openService();
const app = await publishAndroid(service, 'org.example.linked');

const admin = () => ({ token: service.admin.token });

async function linked(): Promise<{ user: TestUser; group: number; token: string; link: string }> {
  const user = await service.makeUser();
  const group = await makeGroup(service, `Group of ${user.userId}`, {
    apps: [{ id: app.psk }],
    users: [user],
  });
  const { token, udid } = await service.signIn(user);
  const query = { token, udid };
  const answer = await service.call(installApplication, { params: { application: app.id }, query });
  const link = answer.headers.get('location') ?? '';
  expect(await statusOf(link)).toBe(200);
  return { user, group, token, link };
}
const statusOf = async (link: string) => (await fetch(link)).status;

// L3 of a review: links stayed valid for ten minutes, on iOS for up to a day.
it('opens no file once its person has lost the application, signed out, or got another password', async () => {
  const removed = await linked();
  await service.ok(removeGroupUsers, {
    ...admin(),
    params: { group: removed.group },
    body: { user_psk: [removed.user.psk] },
  });
  expect(await statusOf(removed.link)).toBe(403);

  const signedOut = await linked();
  await service.ok(endSession, { token: signedOut.token });
  expect(await statusOf(signedOut.link)).toBe(401);

  const reset = await linked();
  const body = { password: 'Another-horse-8' };
  await service.ok(updateUser, { ...admin(), params: { user: reset.user.psk }, body });
  expect(await statusOf(reset.link)).toBe(401);
});

it('opens the file when the time of the session is over: a large one takes longer', async () => {
  const { user, link } = await linked();
  await withoutGuard(service.platform.database.db)
    .updateTable('tokens')
    .set({ prune: new Date(Date.now() - 1000).toISOString() })
    .where('user', '=', user.id)
    .execute();
  await service.userToken(user);
  expect(await statusOf(link)).toBe(200);
});

// L2 of a review: somebody who knows the udid of another person's device.
it('changes nothing of a device that another person uses', async () => {
  const owner = await service.makeUser();
  const mine = await service.signIn(owner, { ...iPad, udid: 'known-udid', name: 'Mine' });
  const other = await service.makeUser();
  const theirs = await service.signIn(other, { udid: 'known-udid', name: 'Taken over' });
  expect(theirs.udid).toBe(mine.udid);
  const device = () =>
    service.platform.database.db
      .selectFrom('devices')
      .select(['name', 'operating_system'])
      .where('id', '=', mine.udid)
      .executeTakeFirstOrThrow();
  expect(await device()).toEqual({ name: 'Mine', operating_system: iPad.operating_system });
  await service.signIn(owner, { ...iPad, udid: 'known-udid', name: 'Renamed' });
  expect((await device()).name).toBe('Renamed');
});

// L4 of a review: the warning told a developer of an application that is hidden from them.
it('warns of the same package only who may see the other application', async () => {
  const developer = await service.makeUser({ role: roles.developer });
  const own = await makeGroup(service, 'Developers', { apps: [], users: [developer] });
  const token = await service.userToken(developer);
  const again = (request: { token: string }) =>
    service.uploaded(addApplication, {
      ...request,
      data: { groups: [own] },
      files: { app_file: { bytes: apk('org.example.linked'), name: 'app.apk' } },
    });
  expect(codes((await again({ token })).warnings)).not.toContain('same_package');
  expect(codes((await again(admin())).warnings)).toContain('same_package');
});
