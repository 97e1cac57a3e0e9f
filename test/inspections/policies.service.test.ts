import { expect, test } from 'vitest';
import { applyPolicies, removePolicies } from '../../contract/application-policies.ts';
import { inspectionStatuses } from '../../contract/common/codes.ts';
import { readInspection, readPrivacy, requestInspection } from '../../contract/inspections.ts';
import { currentTarget } from '../fixtures/apk.ts';
import { inspected } from '../fixtures/inspected/files.ts';
import { settled as applied } from '../policies/packages.ts';
import { openService } from '../setup/open-service.ts';
import { androidPhone } from '../setup/world/people.ts';
import { apk, makeGroup, type PublishedApplication, publish } from '../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { providerx, settled, switchOn } from './switched-on.ts';

/** Reports of a package to which policies are applied, and from which they are removed again. */

const { none, ready } = inspectionStatuses;
const [usage, access] = ['vendor.app-usage', 'vendor.access-control'];
const service = await openService();
const acting = { token: service.admin.token };
await switchOn(service, service.admin.orgId, acting);
const credentials = await storeCredentials(service);

const asking = ({ id }: PublishedApplication) => ({ ...acting, params: { application: id } });
const statusOf = (app: PublishedApplication) => settled(service, app.id, acting);
const ask = (app: PublishedApplication) =>
  service.ok(requestInspection, { ...asking(app), query: providerx });
const report = (app: PublishedApplication) =>
  service.call(readInspection, { ...asking(app), query: providerx });
async function apply(app: PublishedApplication, policy_id: string, credentials_id: string | null) {
  const body = { configurations: [{ policy_id }], credentials_id };
  const { status } = await service.call(applyPolicies, { ...asking(app), body });
  await applied(service, app.id);
  return status;
}
const remove = (app: PublishedApplication) => service.call(removePolicies, asking(app));

let made = 0;
/** A package that was signed here and inspected, and a person who is offered it. */
async function inspectedHere() {
  const elements = [currentTarget, ['uses-permission', { name: 'android.permission.CAMERA' }]] as const;
  const files = [{ name: 'classes.dex', data: inspected.dex }];
  const bytes = apk(`org.example.inspected${++made}`, 1, { elements: [...elements], files });
  const app = await publish(service, {}, { bytes, name: 'a.apk' });
  await sign(service, app.id, credentials);
  await signingEnds(service, app.id, 'signed');
  const user = await service.makeUser();
  await makeGroup(service, undefined, { apps: [{ id: app.psk }], users: [user] });
  await ask(app);
  expect(await statusOf(app)).toBe(ready);
  return { app, who: await service.signIn(user, androidPhone) };
}

/** Whether the report is of the file that devices get. */
async function assertOfDelivered(app: PublishedApplication): Promise<void> {
  const { application } = await readSigning(service, app.id);
  const row = await service.platform.database.db
    .selectFrom('inspections')
    .select('sha256')
    .where('version', '=', app.versionId)
    .executeTakeFirstOrThrow();
  expect(row.sha256).toBe(application.version?.install_file?.checksum);
}

const refused = {
  status: 404,
  body: { error: { code: 1076, message: expect.stringContaining('signed or changed since') as string } },
};

test('a policy’s document in the package, and its removal, each ask for a new inspection; people keep what was found', async () => {
  const { app, who } = await inspectedHere();
  const shown = async () =>
    (await service.ok(readPrivacy, { ...who, params: { application: app.id } })).privacy?.permissions;
  const before = await shown();
  expect(before).toMatchObject([{ group: 'camera' }]);

  expect(await apply(app, usage, credentials)).toBe(202);
  expect([await statusOf(app), await report(app)]).toMatchObject([none, refused]);
  expect(await shown()).toEqual(before);
  await ask(app);
  expect([await statusOf(app), await report(app)]).toMatchObject([ready, { status: 200 }]);
  await assertOfDelivered(app);

  expect((await remove(app)).status).toBe(204);
  expect([await statusOf(app), await report(app)]).toMatchObject([none, refused]);
  await ask(app);
  expect([await statusOf(app), await report(app)]).toMatchObject([ready, { status: 200 }]);
});

test('what leaves the delivered package as it is leaves its report, too', async () => {
  const { app } = await inspectedHere();
  const first = (await report(app)).body;
  // Nothing of it is delivered before it is signed.
  expect(await apply(app, usage, null)).toBe(202);
  expect([await statusOf(app), await report(app)]).toMatchObject([ready, { status: 200, body: first }]);
  expect(await apply(app, access, null)).toBe(202);
  expect([await statusOf(app), await report(app)]).toMatchObject([ready, { status: 200, body: first }]);
  expect((await remove(app)).status).toBe(204);
  expect([await statusOf(app), await report(app)]).toMatchObject([ready, { status: 200, body: first }]);
});

test('an inspection that runs while a policy comes into the package is of the package with it', async () => {
  const { app } = await inspectedHere();
  await Promise.all([ask(app), apply(app, usage, credentials)]);
  await signingEnds(service, app.id, 'signed');
  const end = await statusOf(app);
  const { status } = await report(app);
  // Whichever came first: there is a report of what is delivered, or none.
  expect([
    [ready, 200],
    [none, 404],
  ]).toContainEqual([end, status]);
  if (end !== ready) return;
  await assertOfDelivered(app);
});
