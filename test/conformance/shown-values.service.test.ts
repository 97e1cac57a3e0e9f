import { expect, test } from 'vitest';
import {
  addApplication,
  readVersion,
  updateApplication,
  updateVersion,
} from '../../contract/applications.ts';
import { authenticateCatalog } from '../../contract/catalog.ts';
import type { BodyOf } from '../../contract/common/request.ts';
import { addGroup, updateGroup } from '../../contract/groups.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { addOrganization, readOrganization, updateOrganization } from '../../contract/organizations.ts';
import { listReviews, rateApplication } from '../../contract/reviews.ts';
import { addUser, readUser, updateUser } from '../../contract/users.ts';
import { openService } from '../setup/open-service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

/** Fields that answers show as null or the empty text may be sent as null. */
const service = await openService();
const { token } = service.admin;

const user = {
  user_id: 'nobody.special',
  password: 'Correct-horse-7',
  first_name: 'No',
  last_name: 'Body',
};

test('of a user: e-mail address, phone, last name, custom metadata', async () => {
  const none = { email: null, phone: null, custom_metadata: null };
  const { user_psk } = await service.ok(addUser, { token, body: { ...user, ...none } });
  const read = async () => (await service.ok(readUser, { token, params: { user: user_psk } })).user;
  expect(await read()).toMatchObject({
    email: '',
    mobile_phone: '',
    custom_metadata: null,
    status: 'enabled',
  });
  const change = (body: BodyOf<typeof updateUser>) =>
    service.ok(updateUser, { token, params: { user: user_psk }, body });
  await change({ email: 'somebody@example.org', phone: '12345' });
  await change({ ...none, last_name: null });
  expect(await read()).toMatchObject({ email: '', mobile_phone: '', last_name: '', custom_metadata: null });
  const empty = { ...user, user_id: 'nobody.else', email: '' };
  await service.ok(addUser, { token, body: empty });
});

test('of a group: its description', async () => {
  const { group } = await service.ok(addGroup, { token, body: { name: 'Plain', description: null } });
  expect(group.description).toBe('');
  const change = (body: BodyOf<typeof updateGroup>) =>
    service.ok(updateGroup, { token, params: { group: group.psk }, body });
  await change({ description: 'Words' });
  expect((await change({ group_description: null })).group.description).toBe('');
});

test('of an application: its texts and its address', async () => {
  const none = { version_note: null, author: null, short_description: null, long_description: null };
  const shown = { version_note: '', author: '', short_description: '', long_description: '' };
  const body = { url: 'https://null.example.org/', ...none };
  const { application } = await service.ok(addApplication, { token, body });
  expect(application.version).toMatchObject(shown);
  const params = { application: application.id, version: application.version?.id ?? '' };
  const texts = { version_note: 'a', author: 'b', short_description: 'c', long_description: 'd' };
  await service.ok(updateApplication, { token, params, body: texts });
  const changed = await service.ok(updateApplication, { token, params, body: { ...none, url: null } });
  expect(changed.application.version).toMatchObject(shown);
  await service.ok(updateVersion, { token, params, body: texts });
  await service.ok(updateVersion, { token, params, body: none });
  expect((await service.ok(readVersion, { token, params })).version).toMatchObject(shown);
});

test('of an organization: its texts, the provider’s settings, the parent and the subdomain of a new one', async () => {
  const params = { org_id: service.admin.orgId };
  const texts = [
    'support_email',
    'email_from_name',
    'email_from_address',
    'email_reply_to_address',
    'invite_template_for_user',
    'invite_subject_for_user',
    'invite_template_for_affiliated',
    'invite_subject_for_affiliated',
  ];
  const all = (value: unknown) => Object.fromEntries(texts.map((name) => [name, value]));
  const body = { ...all(null), providerx_settings: null };
  await service.ok(updateOrganization, { token, params, body });
  const { organization } = await service.ok(readOrganization, { token, params });
  expect(organization).toMatchObject({ ...all(''), providerx_settings: null });
  const added = await service.ok(addOrganization, {
    token,
    body: {
      name: 'Affiliated',
      parent_id: null,
      vanity_subdomain: null,
      administrator: { ...user, user_id: 'first', email: 'first@example.org', phone: null },
    },
  });
  expect(added.organization).toMatchObject({ parent_id: service.admin.orgId, vanity_subdomain: '' });
});

test('of a device, a review and an inventory', async () => {
  const person = await service.makeUser();
  const app = await publishAndroid(service, 'org.example.nothing');
  await makeGroup(service, 'Nothing', { apps: [{ id: app.id }], users: [person] });
  const none = {
    manufacturer: null,
    operating_system_name: null,
    operating_system_version: null,
    name: null,
    model: null,
    ios_push_token: null,
  };
  const { token: own, device } = await service.ok(authenticateCatalog, {
    body: {
      user_id: person.userId,
      password: person.password,
      remember_me: false,
      register_catalog: false,
      device_info: { udid: 'null-device', operating_system: 114, ...none },
    },
  });
  expect(device).toMatchObject({ name: '', model: '', manufacturer: '', ios_push_token: null });
  const session = { token: own, udid: device.id };
  const params = { application: app.id };
  await service.ok(rateApplication, { ...session, params, body: { like: 1, title: null, comment: null } });
  expect((await service.ok(listReviews, { ...session, params })).user_review).toMatchObject({ title: null });
  const item = { id: app.id, bundle_id: '', version_id: null, version_num: null };
  const unknown = { id: null, bundle_id: 'org.example.unknown', version_num: null };
  const posted = await service.ok(postInstalled, { ...session, body: { applications: [item, unknown] } });
  expect(posted.applications.map(({ id }) => id)).toEqual([app.id]);
  expect(posted.unknown).toEqual([{ bundle_id: 'org.example.unknown' }]);
  const nameless = { applications: [{ id: null, bundle_id: '' }] };
  expect((await service.refused(postInstalled, { ...session, body: nameless })).code).toBe(1000);
});
