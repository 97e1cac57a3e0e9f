import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { setDeadline } from '../../contract/application-deadline.ts';
import { installApplication } from '../../contract/downloads.ts';
import { addGroup } from '../../contract/groups.ts';
import { listJobs, retryJob } from '../../contract/jobs.ts';
import {
  listNotifications,
  type Notification,
  sendApplicationMessage,
  sendGroupMessage,
  sendUpdateNotice,
  setPushProviders,
} from '../../contract/notifications.ts';
import { updateOrganization } from '../../contract/organizations.ts';
import { updateUser } from '../../contract/users.ts';
import { unchecked } from '../setup/requests.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { PushProviders } from '../setup/servers/push-providers.ts';
import { startService } from '../setup/service.ts';
import { credentialsFile } from '../setup/world/credentials.ts';
import { androidPhone, iPad, type TestUser } from '../setup/world/people.ts';
import {
  apk,
  makeGroup,
  type PublishedApplication,
  publishAndroid,
  publishVersion,
} from '../setup/world/publishing.ts';

const owners = new Map<string, { user: TestUser; token: string; udid: string }>();

const pem = (type: 'ec' | 'rsa') => {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

/** A person whose device has reported its push token. */
async function owner(name: string, device: 'ios' | 'android', groups: number[] = []): Promise<void> {
  const user = await service.makeUser({ userId: name, groups });
  const info =
    device === 'ios'
      ? { ...iPad, ios_push_token: `token-${name}` }
      : { ...androidPhone, android_push_token: `token-${name}` };
  owners.set(name, { user, ...(await service.signIn(user, { udid: `udid-${name}`, ...info })) });
}

/** Signs somebody in again on their device. */
async function comeBack(name: string): Promise<void> {
  const { user } = owners.get(name) ?? { user: { id: '', psk: 0, userId: '', password: '' } };
  owners.set(name, { user, ...(await service.signIn(user, { udid: `udid-${name}` })) });
}

const providers = await PushProviders.start();
const service = await startService({ ...providers.config, limits: { jobBackOff: 1 } });
const token = service.admin.token;
const made = await service.ok(addGroup, { token, body: { name: 'Field Crew', description: '' } });
const group = { psk: made.group.psk, id: String(made.group.psk) };
await service.uploaded(updateOrganization, {
  token,
  params: { org_id: service.admin.orgId },
  data: { push_cert_password: 'secret' },
  files: { push_cert_file: { bytes: await credentialsFile('push.p12'), name: 'push.p12' } },
});
await service.ok(setPushProviders, {
  token,
  body: {
    fcm_service_account: {
      project_id: 'example',
      client_email: 'push@example.iam.gserviceaccount.com',
      private_key: pem('rsa'),
    },
  },
});
await owner('ann', 'ios', [group.psk]);
await owner('ben', 'android', [group.psk]);
await owner('cora', 'ios');
afterAll(async () => {
  await service.stop();
  providers.stop();
});
afterEach(() => {
  providers.got.length = 0;
});

const notifications = async (): Promise<Notification[]> =>
  (await service.ok(listNotifications, { token })).notifications;

/** The newest notification, once it is sent. */
const finished = (): Promise<Notification> =>
  vi.waitFor(
    async () => {
      const [newest] = await notifications();
      if (!newest?.finished) throw new Error(`Not sent yet: ${JSON.stringify(newest)}`);
      return newest;
    },
    { timeout: timeouts.step, interval: 20 },
  );

const toGroup = (message: string) =>
  service.ok(sendGroupMessage, { token, params: { group: group.id }, body: { message } });

describe('a message to a group', () => {
  test('reaches the devices of its members, once, with the name of the group', async () => {
    expect(await toGroup('Bring your badges')).toEqual({ group_message_notification_sent: true });
    const done = await finished();
    expect(done).toMatchObject({ kind: 'group_message', title: 'Field Crew', text: 'Bring your badges' });
    expect(done).toMatchObject({ devices: 2, sent: 2, failed: 0, ended: 0 });
    expect(providers.tokens.toSorted()).toEqual(['token-ann', 'token-ben']);
    const [toAnn] = providers.got.filter(({ token: one }) => one === 'token-ann');
    expect(toAnn).toMatchObject({
      certificate: 'Apple Push Services: org.example.catalog',
      headers: {
        ':path': '/3/device/token-ann',
        'apns-topic': 'org.example.catalog',
        'apns-push-type': 'alert',
        'apns-collapse-id': done.id,
      },
      body: { aps: { alert: { title: 'Field Crew', body: 'Bring your badges' } } },
    });
    const [toBen] = providers.got.filter(({ token: one }) => one === 'token-ben');
    expect(toBen).toMatchObject({
      headers: { ':path': '/v1/projects/example/messages:send', authorization: 'Bearer access' },
      body: {
        message: {
          notification: { title: 'Field Crew', body: 'Bring your badges' },
          android: { collapse_key: done.id },
        },
      },
    });
  });

  test('asks for an access token once, with an assertion of the service account', async () => {
    expect(providers.assertions).toHaveLength(1);
    const [head = '', claims = ''] = (providers.assertions[0] ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(read(claims)).toMatchObject({
      iss: 'push@example.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
    });
  });

  test('to nobody says so', async () => {
    const empty = await service.ok(addGroup, { token, body: { name: 'Nobody', description: '' } });
    const params = { group: String(empty.group.psk) };
    expect(await service.ok(sendGroupMessage, { token, params, body: { message: 'Hello?' } })).toEqual({
      group_message_notification_sent: false,
    });
    expect(await finished()).toMatchObject({ people: 0, devices: 0 });
  });

  test('leaves out who is disabled', async () => {
    const { user } = owners.get('ben') ?? { user: { psk: 0 } };
    const params = { user: user.psk };
    await service.ok(updateUser, { token, params, body: { disabled: true } });
    await toGroup('For the others');
    expect(await finished()).toMatchObject({ devices: 1, sent: 1 });
    await service.ok(updateUser, { token, params, body: { disabled: false } });
    // This ended the session.
    await comeBack('ben');
  });

  test('of another organization, or one that is not there, is not found', async () => {
    const other = await service.makeOrganization();
    const body = { message: 'Hello' };
    const theirs = { token: other.token, params: { group: group.id }, body };
    expect((await service.refused(sendGroupMessage, theirs)).status).toBe(404);
    expect((await service.refused(sendGroupMessage, { token, params: { group: '999' }, body })).status).toBe(
      404,
    );
  });
});

describe('the text of a message', () => {
  test.each([
    ['150 characters', 'x'.repeat(150)],
    ['150 emojis', '👨‍👩‍👧‍👦'.repeat(150)],
    ['150 flags', '🇩🇪'.repeat(150)],
    ['150 letters with accents of their own', 'e\u0301'.repeat(150)],
    ['two lines', 'One\nTwo'],
  ])('may be %s', async (_, message) => {
    expect(await toGroup(message)).toEqual({ group_message_notification_sent: true });
    await finished();
    for (const { body } of providers.got) {
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(4096);
    }
  });

  test('has line feeds for all line breaks, as forms and Windows send them', async () => {
    await toGroup('One\r\ntwo\rthree');
    expect(await finished()).toMatchObject({ text: 'One\ntwo\nthree' });
  });

  test.each([
    ['151 characters', 'x'.repeat(151), /151 characters, and 150 are allowed/],
    ['151 emojis', '👍🏽'.repeat(151), /151 characters/],
    ['empty', '', /is empty/],
    ['blank', ' \n ', /is empty/],
    ['only what nobody sees', '\u200b\u2060\ufeff', /is empty/],
    ['an empty Braille pattern', '\u2800', /is empty/],
    ['a Hangul filler', '\u3164', /is empty/],
    ['a direction alone', '\u202e', /is empty/],
    ['with a control character', 'ring\u0007', /control characters/],
  ])('of %s is refused', async (_, message, sentence) => {
    const request = { token, params: { group: group.id }, body: { message } };
    expect(await service.refused(sendGroupMessage, request)).toMatchObject({
      status: 400,
      code: 1102,
      message: expect.stringMatching(sentence),
    });
  });

  test.each([
    ['missing', {}],
    ['no text', { message: 7 }],
    ['one endless character', { message: `e${'\u0301'.repeat(7000)}` }],
  ])('%s is refused', async (_, body) => {
    const request = { token, params: { group: group.id }, body };
    expect((await service.refused(unchecked(sendGroupMessage), request)).status).toBe(400);
  });
});

describe('an application', () => {
  let application: PublishedApplication;
  const download = async (name: string) => {
    const { token: own, udid } = owners.get(name) ?? { token: '', udid: '' };
    const answer = await service.call(installApplication, {
      headers: {},
      params: { application: application.id },
      query: { token: own, udid },
    });
    const link = answer.headers.get('location');
    if (link !== null) await service.fetch(link);
  };
  beforeAll(async () => {
    await owner('dora', 'android', [group.psk]);
    application = await publishAndroid(service, 'org.example.depot', { groups: [group.psk] });
    await download('ben');
    await download('dora');
  });

  const message = (text: string) =>
    service.ok(sendApplicationMessage, {
      token,
      params: { application: application.id },
      body: { message: text },
    });
  const update = () => service.ok(sendUpdateNotice, { token, params: { application: application.id } });

  test('its message reaches the devices that downloaded it, with its name and its page', async () => {
    expect(await message('Depot is down until noon')).toEqual({ app_message_notification_sent: true });
    await finished();
    expect(providers.tokens.toSorted()).toEqual(['token-ben', 'token-dora']);
    expect(providers.got[0]?.body).toMatchObject({
      message: {
        notification: { title: 'org.example.depot', body: 'Depot is down until noon' },
        data: { link: expect.stringContaining(`/apps/${application.id}`) },
      },
    });
  });

  test('nobody is told of an update before there is one', async () => {
    expect(await update()).toEqual({ update_notification_sent: false });
  });

  test('a notice of an update reaches those with a previous version, without a body', async () => {
    const bytes = apk('org.example.depot', 2);
    await publishVersion(service, application, { notify_users: false }, { bytes, name: 'app.apk' });
    await download('dora');
    expect(await update()).toEqual({ update_notification_sent: true });
    expect(await finished()).toMatchObject({ kind: 'update_notice', text: 'Version 2.0 is available.' });
    expect(providers.tokens).toEqual(['token-ben']);
  });

  test('a device that two people share is not told of a version which it has', async () => {
    const both = [await service.makeUser(), await service.makeUser()];
    const shared = await publishAndroid(service, 'org.example.shared');
    await makeGroup(service, 'Sharing', { apps: [{ id: shared.psk }], users: both });
    const device = { ...androidPhone, udid: 'udid-shared', android_push_token: 'token-shared' };
    const load = async (user: TestUser | undefined) => {
      const query = await service.signIn(user ?? both[0] ?? service.admin, device);
      const params = { application: shared.id };
      const link = (await service.call(installApplication, { query, params })).headers.get('location');
      await service.fetch(link ?? '');
    };
    await load(both[0]);
    const bytes = apk('org.example.shared', 2);
    await publishVersion(service, shared, { notify_users: false }, { bytes, name: 'app.apk' });
    const notice = () => service.ok(sendUpdateNotice, { token, params: { application: shared.id } });
    expect(await notice()).toEqual({ update_notification_sent: true });
    await finished();
    await load(both[1]);
    expect(await notice()).toEqual({ update_notification_sent: false });
  });

  test('a version that is published with notify_users tells them by itself', async () => {
    const bytes = apk('org.example.depot', 3);
    await publishVersion(service, application, {}, { bytes, name: 'app.apk' });
    expect(await finished()).toMatchObject({ kind: 'update_notice', text: 'Version 3.0 is available.' });
    expect(providers.tokens.toSorted()).toEqual(['token-ben', 'token-dora']);
  });

  test('its notices are shown in the language of the organization', async () => {
    const params = { org_id: service.admin.orgId };
    const speak = (mail_language: 'en' | 'de') =>
      service.ok(updateOrganization, { token, params, body: { mail_language } });
    await speak('de');
    const dora = owners.get('dora')?.user;
    await makeGroup(service, 'Must', {
      apps: [{ id: application.psk, is_mandatory: true }],
      users: dora === undefined ? [] : [dora],
    });
    const body = { required_by: '2099-05-01T12:00:00Z' };
    await service.ok(setDeadline, { token, params: { application: application.id }, body });
    expect(await finished()).toMatchObject({
      kind: 'deadline_notice',
      text: expect.stringMatching(/^Version 3\.0 is required by/),
    });
    expect(providers.got.map(({ body: sent }) => sent)).toMatchObject([
      {
        message: { notification: { body: 'Version 3.0 ist bis 2099-05-01, 12:00 Uhr (UTC) erforderlich.' } },
      },
    ]);
    await speak('en');
  });
});

describe('a provider', () => {
  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
    ['503', { status: 503 }],
    ['500', { status: 500 }],
  ])('that answers %s gets it again, only for that device', async (_, answer) => {
    providers.answers('token-ann', answer, { status: 200 });
    providers.answers('token-ben', answer, { status: 200 });
    await toGroup('Again');
    expect(await finished()).toMatchObject({ devices: 3, sent: 3 });
    expect(providers.tokens.toSorted()).toEqual([
      'token-ann',
      'token-ann',
      'token-ben',
      'token-ben',
      'token-dora',
    ]);
  });

  test('that refuses a device is not asked again', async () => {
    providers.answers('token-ann', { status: 400, body: { reason: 'BadDeviceToken' } });
    await toGroup('Once');
    expect(await finished()).toMatchObject({ devices: 3, sent: 2, failed: 1 });
    providers.answers('token-ann', { status: 200 });
  });

  test('that says goodbye (GOAWAY) gets the rest on another connection', async () => {
    providers.answers(
      'token-ann',
      (stream, session) => {
        // From this request on it accepts nothing.
        session.goaway(0, (stream.id ?? 1) - 2);
        session.close();
        stream.close(7);
      },
      { status: 200 },
    );
    await toGroup('After goodbye');
    expect(await finished()).toMatchObject({ devices: 3, sent: 3 });
    expect(providers.tokens.filter((one) => one === 'token-ann')).toHaveLength(2);
  });

  test('that breaks the connection after it took a message never gets it twice', async () => {
    providers.answers('token-ann', (_stream, session) => session.destroy());
    await toGroup('At most once');
    expect(await finished()).toMatchObject({ devices: 3, sent: 2, failed: 0, ended: 0 });
    expect(providers.tokens.filter((one) => one === 'token-ann')).toHaveLength(1);
    providers.answers('token-ann', { status: 200 });
  });

  test('that says that a token ended makes it forgotten', async () => {
    providers.answers('token-ann', { status: 410, body: { reason: 'Unregistered', timestamp: Date.now() } });
    providers.answers('token-ben', {
      status: 404,
      body: { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } },
    });
    await toGroup('To those that are left');
    expect(await finished()).toMatchObject({ devices: 3, sent: 1, ended: 2 });
    await toGroup('And once more');
    expect(await finished()).toMatchObject({ devices: 1, sent: 1 });
    expect(providers.tokens.filter((one) => one !== 'token-dora')).toHaveLength(2);
  });

  test('that ended a token before the device told it again leaves it', async () => {
    const { user } = owners.get('ann') ?? { user: { userId: '', password: '' } };
    await service.signIn(user, { ...iPad, udid: 'udid-ann', ios_push_token: 'token-ann' });
    providers.answers('token-ann', { status: 410, body: { reason: 'Unregistered', timestamp: 1 } });
    await toGroup('Old news');
    await finished();
    providers.answers('token-ann', { status: 200 });
    await toGroup('Again there');
    expect(await finished()).toMatchObject({ devices: 2, sent: 2 });
  });

  test('that refuses the certificate stops the job with a sentence, and a token key takes its place', async () => {
    providers.answers('token-ann', { status: 403, body: { reason: 'BadCertificate' } }, { status: 200 });
    await toGroup('After a new key');
    const failed = await vi.waitFor(
      async () => {
        const { jobs } = await service.ok(listJobs, { token });
        const job = jobs.find(({ kind, state }) => kind === 'push_by_apns' && state === 'failed');
        if (job === undefined) throw new Error(JSON.stringify(jobs));
        return job;
      },
      { timeout: timeouts.step, interval: 20 },
    );
    expect(failed.last_error).toBe('Apple refuses the push certificate. Store a new one.');
    const apns_key = {
      key: pem('ec'),
      key_id: 'ABC1234567',
      team_id: 'TEAM123456',
      bundle_id: 'org.example.catalog',
    };
    await service.ok(setPushProviders, { token, body: { apns_key } });
    await service.ok(retryJob, { token, params: { job: failed.id } });
    expect(await finished()).toMatchObject({ devices: 2, sent: 2 });
    const last = providers.got.findLast(({ token: one }) => one === 'token-ann');
    const [head = ''] = String(last?.headers.authorization).replace('bearer ', '').split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      kid: 'ABC1234567',
    });
  });

  test.each([
    ['a key of another kind', { apns_key: { key: pem('rsa'), key_id: 'A', team_id: 'B', bundle_id: 'c' } }],
    ['junk for a key', { apns_key: { key: 'junk', key_id: 'A', team_id: 'B', bundle_id: 'c' } }],
    [
      'an account with another key',
      { fcm_service_account: { project_id: 'p', client_email: 'e', private_key: pem('ec') } },
    ],
  ])('%s is refused', async (_, body) => {
    expect(await service.refused(setPushProviders, { token, body })).toMatchObject({
      status: 400,
      code: 1101,
    });
  });
});

test('two devices with one token get it once', async () => {
  const twin = await service.makeUser({ userId: 'twin', groups: [group.psk] });
  for (const udid of ['twin-1', 'twin-2']) {
    await service.signIn(twin, { ...iPad, udid, ios_push_token: 'token-twin' });
  }
  await toGroup('Once each');
  await finished();
  expect(providers.tokens.filter((one) => one === 'token-twin')).toHaveLength(1);
});

/** A service with a person on a device of this provider, who is sent a message. */
async function patientService(provider: 'apns' | 'fcm', more: { host?: string; name: string }) {
  const { pushServices, outgoingAllow } = providers.config;
  const patient = await startService({
    outgoingAllow: more.host === undefined ? outgoingAllow : [...outgoingAllow, more.host],
    pushServices:
      more.host === undefined ? pushServices : { ...pushServices, [provider]: `https://${more.host}/` },
    limits: { jobBackOff: 1, pushTimeout: 1_000 },
  });
  const { token } = patient.admin;
  const { group: crew } = await patient.ok(addGroup, { token, body: { name: 'Crew', description: '' } });
  const apns_key = { key: pem('ec'), key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  // A new address, for which no access token is known yet.
  const client_email = `${more.name}@example.iam.gserviceaccount.com`;
  const fcm_service_account = { project_id: 'example', client_email, private_key: pem('rsa') };
  const body = provider === 'apns' ? { apns_key } : { fcm_service_account };
  await patient.ok(setPushProviders, { token, body });
  const eve = await patient.makeUser({ groups: [crew.psk] });
  const push_token = `token-${more.name}`;
  const device =
    provider === 'apns'
      ? { ...iPad, ios_push_token: push_token }
      : { ...androidPhone, android_push_token: push_token };
  await patient.signIn(eve, device);
  const params = { group: String(crew.psk) };
  await patient.ok(sendGroupMessage, { token, params, body: { message: 'Still there?' } });
  return { patient, arrived: [push_token] };
}

test.each(['apns', 'fcm'] as const)(
  'a provider (%s) that accepts and never answers is sent nothing, and gets all when it speaks',
  async (provider) => {
    // The first connection is only accepted; later ones reach the provider.
    let connections = 0;
    const { port } = new URL(providers.config.pushServices[provider]);
    const silent = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      if (connections === 1) return;
      const onward = connect(Number(port), '127.0.0.1');
      onward.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const host = `localhost:${(silent.address() as AddressInfo).port}`;
    const { patient, arrived } = await patientService(provider, { host, name: `eve-${provider}` });
    await expect.poll(() => providers.tokens, { timeout: timeouts.step }).toEqual(arrived);
    expect(connections).toBeGreaterThan(1);
    await patient.stop();
    silent.close();
  },
);

test('Google’s token service that hangs, and then is busy, holds a message up and loses none', async () => {
  const answers = providers.tokenAnswer;
  let asked = 0;
  providers.tokenAnswer = (request, response) => {
    asked += 1;
    if (asked === 2) response.writeHead(503).end();
    if (asked > 2) answers(request, response);
  };
  const { patient, arrived } = await patientService('fcm', { name: 'fay' });
  await expect.poll(() => providers.tokens, { timeout: timeouts.step }).toEqual(arrived);
  expect(asked).toBe(3);
  await patient.stop();
  providers.tokenAnswer = answers;
});
