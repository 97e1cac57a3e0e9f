import { describe, expect, it } from 'vitest';
import {
  applyPolicies,
  readApplicationPolicies,
  removePolicies,
} from '../../contract/application-policies.ts';
import { updateApplication } from '../../contract/applications.ts';
import { hashOf } from '../../mock-server/features/policies/document.ts';
import { changeCatalog } from '../../mock-server/platform/database/changes/changes.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { startOn } from '../setup/service.ts';
import {
  apk,
  type PublishedApplication,
  publish,
  publishIos,
  publishVersion,
  publishWeb,
} from '../setup/world/publishing.ts';
import { sign, storeCredentials } from '../setup/world/signing.ts';
import { tokenOf } from './application-tokens.ts';
import { download, look, read, settled, sha256 } from './packages.ts';

const documentPath = 'assets/vendor-policies.json';
const usage = { policy_id: 'vendor.app-usage' };
const access = { policy_id: 'vendor.access-control' };
const page = (url: string) => ({
  policy_id: 'vendor.open-webpage-url',
  configuration: { open_webpage_url: url },
});

const service = await openService({ limits: { jobBackOff: 100 } });
const token = service.admin.token;

let made = 0;
/** A package that nobody signed, and a real one that somebody did. */
const unsigned = () => publish(service, {}, { bytes: apk(`org.example.policies${++made}`), name: 'app.apk' });
const signed = () => publish(service, {}, androidPackages.contactManager);

const apply = (app: { id: string }, configurations: object[], more: object = {}) =>
  service.call(unchecked(applyPolicies), {
    token,
    params: { application: app.id },
    body: { configurations, ...more },
  });
const remove = (app: PublishedApplication) =>
  service.call(removePolicies, { token, params: { application: app.id } });
const standing = (app: PublishedApplication) =>
  service.ok(readApplicationPolicies, { token, params: { application: app.id } });
const statusOf = async (app: PublishedApplication) => (await standing(app)).status.code;
const fileOf = async (app: PublishedApplication) => (await read(service, app.id)).version?.install_file;
async function documentOf(app: PublishedApplication) {
  const bytes = await download(service, (await fileOf(app))?.id ?? '');
  const { text } = await look(bytes, documentPath);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

describe('a policy that the application acts on', () => {
  it('changes the package: 202, then it needs a signature, and the document is in it', async () => {
    const app = await unsigned();
    const answer = await apply(app, [usage]);
    expect(answer).toMatchObject({
      status: 202,
      body: { configurations: [{ policy_id: usage.policy_id, auth_required: false }] },
    });
    expect((await settled(service, app.id)).status.code).toBe(3);
    const { sha256: hash, ...content } = (await documentOf(app)) ?? {};
    expect(content).toEqual({
      format: 1,
      application: app.id,
      policies: [{ policy_id: usage.policy_id, auth_required: false, configuration: {} }],
      document_url: `${service.url.replace(/\/$/, '')}/v3/policies/document/`,
      events_url: `${service.url.replace(/\/$/, '')}/v3/policies/events/`,
      token: await tokenOf(service, app.id),
    });
    expect(hash).toBe(hashOf(content));
  });

  it('is ready once the package is signed, with the document in it', async () => {
    const app = await unsigned();
    await apply(app, [usage]);
    await settled(service, app.id);
    await sign(service, app.id, await storeCredentials(service));
    await expect.poll(() => statusOf(app)).toBe(1);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
    expect(await fileOf(app)).toMatchObject({ action: 'sign' });
  });

  it('is signed in the same go when credentials are named', async () => {
    const app = await unsigned();
    expect((await apply(app, [usage], { credentials_id: await storeCredentials(service) })).status).toBe(202);
    expect((await settled(service, app.id)).status.code).toBe(1);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
  });

  it('is not applied when the credentials are none, and nothing changes', async () => {
    const app = await unsigned();
    expect(await apply(app, [usage], { credentials_id: 'none' })).toMatchObject({ status: 404 });
    expect(await standing(app)).toMatchObject({ status: { code: 0 }, configurations: [] });
  });

  it('leaves a signed package delivered until the new one is signed', async () => {
    const app = await signed();
    await apply(app, [usage]);
    expect((await settled(service, app.id)).status.code).toBe(3);
    expect((await fileOf(app))?.id).toBe(app.fileId);
    await sign(service, app.id, await storeCredentials(service));
    await expect.poll(() => statusOf(app)).toBe(1);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
  });
});

it('an iOS package gets the document in its main bundle', async () => {
  const app = await publishIos(service, 'org.example.policies.ios');
  expect((await apply(app, [usage])).status).toBe(202);
  expect((await settled(service, app.id)).status.code).toBe(3);
  const bytes = await download(service, (await fileOf(app))?.id ?? '');
  const { text } = await look(bytes, 'Payload/Demo.app/vendor-policies.json');
  expect(JSON.parse(text ?? 'null')).toMatchObject({ policies: [usage] });
});

describe('what needs no new package is answered with 202 too:', () => {
  it('the same policies again, which keep their ids', async () => {
    const app = await unsigned();
    const first = await apply(app, [usage, page('https://a.example.org/')]);
    await settled(service, app.id);
    const file = await fileOf(app);
    const { configurations } = await standing(app);
    const second = await apply(app, configurations);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(await fileOf(app)).toEqual(file);
    expect(await statusOf(app)).toBe(3);
  });

  it('other values of a dynamic policy, when the document is there', async () => {
    const app = await unsigned();
    expect((await apply(app, [page('https://a.example.org/')])).status).toBe(202);
    await settled(service, app.id);
    expect((await apply(app, [page('https://b.example.org/')])).status).toBe(202);
    expect((await standing(app)).configurations).toMatchObject([page('https://b.example.org/')]);
  });

  it('a policy that the catalog alone obeys, after which the package is to be signed, also where it was', async () => {
    for (const app of [await signed(), await unsigned()]) {
      const file = await fileOf(app);
      expect((await apply(app, [access])).status).toBe(202);
      expect(await statusOf(app)).toBe(3);
      expect(await fileOf(app)).toEqual(file);
      expect(await read(service, app.id)).toMatchObject({ version: { sign_status: 0 } });
      expect((await read(service, app.id)).signing_status).not.toBe('signed');
    }
  });

  it('such a policy on an unsigned package is ready when that is signed', async () => {
    const app = await unsigned();
    await apply(app, [access]);
    await sign(service, app.id, await storeCredentials(service));
    await expect.poll(() => statusOf(app)).toBe(1);
  });

  it('the same policies with credentials, which sign what waits for a signature', async () => {
    const app = await unsigned();
    await apply(app, [usage]);
    await settled(service, app.id);
    expect((await apply(app, [usage], { credentials_id: await storeCredentials(service) })).status).toBe(202);
    await expect.poll(() => statusOf(app)).toBe(1);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
  });

  it('a policy without options, which the lists name as null', async () => {
    const app = await unsigned();
    expect((await apply(app, [usage])).body).toMatchObject({
      configurations: [{ ...usage, configuration: null }],
    });
    expect((await standing(app)).configurations).toMatchObject([{ ...usage, configuration: null }]);
  });

  it('an empty list, which does nothing', async () => {
    const app = await unsigned();
    await apply(app, [access]);
    expect(await apply(app, [])).toMatchObject({ status: 200, body: { configurations: [access] } });
    expect((await standing(app)).configurations).toMatchObject([access]);
  });
});

describe('removing policies', () => {
  it('delivers the uploaded bytes again', async () => {
    const app = await signed();
    const before = sha256(await download(service, app.fileId));
    await apply(app, [usage], { credentials_id: await storeCredentials(service) });
    await settled(service, app.id);
    expect((await fileOf(app))?.checksum).not.toBe(before);
    expect(await remove(app)).toMatchObject({ status: 204, body: '' });
    expect(await fileOf(app)).toMatchObject({ id: app.fileId, action: 'upload', checksum: before });
    expect(sha256(await download(service, app.fileId))).toBe(before);
    expect(await standing(app)).toEqual({
      status: { code: 0, description: 'No policies are applied.' },
      previous_version_configurations: [],
      configurations: [],
    });
  });

  it('of an application that has none does nothing', async () => {
    expect((await remove(await unsigned())).status).toBe(204);
    expect((await remove(await publishWeb(service, 'None'))).status).toBe(204);
  });

  it('that need a document, and keeping one that needs none, takes the document out', async () => {
    const app = await signed();
    await apply(app, [usage, access]);
    await settled(service, app.id);
    expect((await apply(app, [access])).status).toBe(202);
    expect((await settled(service, app.id)).status.code).toBe(3);
    expect(await documentOf(app)).toBeNull();
  });

  it('takes the document out of what is signed again in the same go', async () => {
    const app = await unsigned();
    const credentials_id = await storeCredentials(service);
    await apply(app, [usage], { credentials_id });
    await settled(service, app.id);
    expect((await apply(app, [access], { credentials_id })).status).toBe(202);
    await expect.poll(() => statusOf(app)).toBe(1);
    expect(await documentOf(app)).toBeNull();
  });
});

describe('while policies are being applied', () => {
  /** An application whose policies are being applied: no process runs its job. */
  async function inProgress() {
    const app = await unsigned();
    await apply(app, [usage]);
    await settled(service, app.id);
    await changeCatalog(service.platform.database, service.admin.orgId, async (tx) => {
      await tx.updateTable('versions').set({ wrap_status: 2 }).where('id', '=', app.versionId).execute();
      return { applications: [app.id], result: undefined };
    });
    return app;
  }

  it('applying and removing are refused with 409, and say when to come back', async () => {
    const app = await inProgress();
    const refused = await apply(app, [access]);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 1067 } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await remove(app)).toMatchObject({ status: 409, body: { error: { code: 1067 } } });
    expect((await standing(app)).configurations).toMatchObject([usage]);
  });

  it('enabling, publishing and asking for a signature are taken; the signature is of the changed package', async () => {
    const app = await inProgress();
    const params = { application: app.id };
    await service.ok(updateApplication, { token, params, body: { enabled: true } });
    await sign(service, app.id, await storeCredentials(service));
    await expect.poll(() => statusOf(app)).toBe(1);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
    const name = `org.example.policies${made}`;
    await publishVersion(service, app, {}, { bytes: apk(name, 2), name: 'app.apk' });
    expect(await statusOf(app)).toBe(4);
  });
});

describe('a new version', () => {
  it('has status 4 and what the version before had, until policies are applied to it', async () => {
    const app = await unsigned();
    const name = `org.example.policies${made}`;
    await apply(app, [usage]);
    const { configurations } = await settled(service, app.id);
    await publishVersion(service, app, {}, { bytes: apk(name, 2), name: 'app.apk' });
    expect(await standing(app)).toMatchObject({
      status: { code: 4 },
      previous_version_configurations: configurations,
      configurations: [],
    });
    expect(await documentOf(app)).toBeNull();
    expect((await apply(app, configurations)).status).toBe(202);
    const after = await settled(service, app.id);
    expect(after).toMatchObject({ status: { code: 3 }, configurations });
    expect(after.previous_version_configurations).toEqual(configurations);
    expect(await documentOf(app)).toMatchObject({ token: await tokenOf(service, app.id) });
  });
});

describe('what can’t be applied is refused, and nothing changes:', () => {
  it.each([
    ['a policy that is not there', [{ policy_id: 'vendor.screenshots' }], 1065],
    ['a policy without a name', [{}], 1000],
    ['a policy twice', [usage, usage], 1000],
    ['a policy twice, by its two names', [usage, { policy_id: 'appusage' }], 1000],
    ['an option that it does not have', [{ ...usage, configuration: { a: 1 } }], 1066],
    [
      'a required option that is missing',
      [{ policy_id: 'vendor.open-webpage-url', configuration: null }],
      1066,
    ],
    ['a value outside of its validation', [page('ftp://example.org/')], 1066],
    ['a configuration that is none', [{ ...usage, configuration: 'x' }], 1000],
    ['more than there can be', Array.from({ length: 101 }, () => usage), 1000],
    ['no list', 'all', 1000],
  ])('%s', async (_name, configurations, code) => {
    const app = await unsigned();
    const answer = await service.call(unchecked(applyPolicies), {
      token,
      params: { application: app.id },
      body: { configurations },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await standing(app)).toMatchObject({ status: { code: 0 }, configurations: [] });
  });

  it('policies of what has no package', async () => {
    const app = await publishWeb(service, 'Address');
    expect(await apply(app, [access])).toMatchObject({ status: 400, body: { error: { code: 1019 } } });
  });

  it('policies of another organization’s application', async () => {
    const app = await unsigned();
    const { token: other } = await service.makeOrganization();
    const params = { application: app.id };
    const body = { configurations: [usage] };
    for (const refused of [
      await service.refused(applyPolicies, { token: other, params, body }),
      await service.refused(readApplicationPolicies, { token: other, params }),
      await service.refused(removePolicies, { token: other, params }),
    ]) {
      expect(refused).toMatchObject({ status: 404, code: 1010 });
    }
  });
});

it('two processes that apply at once: one does, and the other waits for it or is told so', async () => {
  const app = await unsigned();
  const second = await startOn(service.platform.config, async () => undefined);
  try {
    const params = { application: app.id };
    const [one, other] = await Promise.all(
      [service.url, second.url].map((url) =>
        fetch(new URL(`/v2/applications/${params.application}/policies/`, url), {
          method: 'POST',
          headers: { 'x-token': token, 'content-type': 'application/json' },
          body: JSON.stringify({ configurations: [usage] }),
        }),
      ),
    );
    const statuses = [one?.status ?? 0, other?.status ?? 0].toSorted((a, b) => a - b);
    expect(statuses[0] === 202 || statuses[0] === 200).toBe(true);
    expect(statuses[1] === 409 || statuses[1] === 202).toBe(true);
    expect((await settled(service, app.id)).status.code).toBe(3);
    expect(await documentOf(app)).toMatchObject({ policies: [usage] });
  } finally {
    await second.stop();
  }
});
