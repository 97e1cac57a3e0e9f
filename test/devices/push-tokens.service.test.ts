import { expect, test } from 'vitest';
import { deletePushTokens } from '../../mock-server/features/devices/facade.ts';
import { openService } from '../setup/open-service.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';

const service = await openService();

const reported = (name: string) => ({ udid: `udid-${name}`, ...iPad, ios_push_token: `token-${name}` });

/** The stored tokens, by the udid of the device. */
async function known() {
  const rows = await service.platform.database.db
    .selectFrom('devices')
    .select(['id', 'udid', 'ios_push_token', 'android_push_token'])
    .where('org_id', '=', service.admin.orgId)
    .orderBy('udid')
    .execute();
  const idOf = (name: string) => rows.find(({ udid }) => udid === `udid-${name}`)?.id ?? '';
  return { idOf, tokens: rows.map((row) => row.ios_push_token ?? row.android_push_token) };
}

test('tokens that ended are forgotten together, but for those of other devices and those that were told again', async () => {
  const user = await service.makeUser();
  for (const name of ['ann', 'ben', 'cat', 'dan']) await service.signIn(user, reported(name));
  await service.signIn(user, { udid: 'udid-eve', ...androidPhone, android_push_token: 'token-eve' });
  const { idOf, tokens } = await known();
  expect(tokens).toEqual(['token-ann', 'token-ben', 'token-cat', 'token-dan', 'token-eve']);
  const { orgId } = service.admin;
  const ended = [
    { device: idOf('ann'), token: 'token-ann', moment: null },
    { device: idOf('ben'), token: 'token-ben', moment: '2000-01-01T00:00:00.000Z' },
    { device: idOf('cat'), token: 'token-cat', moment: '9999-01-01T00:00:00.000Z' },
    { device: idOf('dan'), token: 'an older one', moment: null },
    { device: idOf('eve'), token: 'token-eve', moment: null },
  ];
  const forget = (org: string) =>
    service.platform.database.transaction((tx) => deletePushTokens(tx, org, ended));
  await forget('somebody else');
  expect((await known()).tokens).toEqual(tokens);
  await forget(orgId);
  expect((await known()).tokens).toEqual([null, 'token-ben', null, 'token-dan', null]);
});
