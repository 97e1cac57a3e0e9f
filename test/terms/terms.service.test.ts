import { beforeEach, describe, expect, test } from 'vitest';
import { listUserApplications } from '../../contract/applications.ts';
import { listCatalog } from '../../contract/catalog.ts';
import { directApplication, installAll, installApplication } from '../../contract/downloads.ts';
import { postInstalled } from '../../contract/inventory.ts';
import { countAllLikes, rateApplication } from '../../contract/reviews.ts';
import { catalogEvents, syncCatalog } from '../../contract/sync.ts';
import * as contract from '../../contract/terms.ts';
import { changeTerms } from '../../mock-server/platform/database/changes/changes.ts';
import { openService } from '../setup/open-service.ts';
import type { TestService } from '../setup/service.ts';
import { makeGroup, publishAndroid } from '../setup/world/publishing.ts';

type Session = Awaited<ReturnType<TestService['signIn']>>;

const service = await openService({ publicUrl: 'https://apps.example.org' });
const token = service.admin.token;
const app = await publishAndroid(service, 'org.example.careful', { no_auth_delivery_enabled: true });
const other = await publishAndroid(service, 'org.example.plain');
const user = await service.makeUser();
await makeGroup(service, 'Everybody', { apps: [{ id: app.psk }, { id: other.psk }], users: [user] });
const session = await service.signIn(user);
beforeEach(async () => {
  await service.ok(contract.removeTerms, { token });
  await service.ok(contract.removeApplicationTerms, { token, params: { application: app.id } });
});

const set = async (texts: Record<string, string>) =>
  (await service.ok(contract.setTerms, { token, body: { texts } })).terms;
const setOfApp = async (texts: Record<string, string>) =>
  (
    await service.ok(contract.setApplicationTerms, {
      token,
      params: { application: app.id },
      body: { texts },
    })
  ).terms;
const mine = (of: Session = session) => service.ok(contract.readMyTerms, of);
const say = (terms: { id: string }, accepted: boolean, of: Session = session) =>
  service.ok(contract.answerTerms, { ...of, params: { terms: terms.id }, body: { accepted } });
const install = () => service.call(installApplication, { query: session, params: { application: app.id } });
/** The address of the file that an install is redirected to, without its origin. */
async function fileAddress(): Promise<string> {
  const { pathname, search } = new URL((await install()).headers.get('location') ?? '');
  return pathname + search;
}
const closed = { status: 403, body: { error: { code: 1120 } } };
const closedApp = { status: 403, body: { error: { code: 1121 } } };

describe('terms of an organization', () => {
  test('are none at first, and then nothing is asked', async () => {
    expect(await service.ok(contract.readTerms, { token })).toEqual({ terms: null });
    expect(await mine()).toEqual({ organization: null, applications: [] });
    expect((await service.ok(listCatalog, session)).applications).toHaveLength(2);
  });

  test('get another version with every other text, and their history is kept', async () => {
    const first = await set({ en: 'Be kind.' });
    expect(await set({ en: 'Be kind.' })).toEqual(first);
    const second = await set({ en: 'Be kind.', de: 'Sei nett.' });
    expect(second.version).toBe(first.version + 1);
    expect(await service.ok(contract.readTerms, { token })).toEqual({ terms: second });
    expect(await service.ok(contract.removeTerms, { token })).toEqual({ deleted: true });
    expect(await service.ok(contract.removeTerms, { token })).toEqual({ deleted: false });
    expect(await service.ok(contract.readTerms, { token })).toEqual({ terms: null });
    const { versions } = await service.ok(contract.listTermsVersions, { token });
    expect(versions.slice(0, 3)).toMatchObject([{ version: second.version + 1, texts: null }, second, first]);
  });

  test('keep who has not accepted them out of everything on a device, with a code and the way to accept', async () => {
    const { cursor } = await service.ok(syncCatalog, session);
    const address = await fileAddress();
    const terms = await set({ en: 'Be kind.' });
    const refusal = await service.refused(listCatalog, session);
    expect(refusal).toMatchObject({ status: 403, code: 1120 });
    expect(refusal.message).toContain('https://apps.example.org');
    expect(refusal.error_details).toEqual({ terms: terms.id, version: terms.version });
    const params = { application: app.id };
    const answers = await Promise.all([
      service.call(syncCatalog, { ...session, query: { cursor } }),
      service.call(catalogEvents, { ...session, query: { seconds: 0 } }),
      service.call(postInstalled, { ...session, body: { applications: [] } }),
      service.call(rateApplication, { ...session, params, body: { like: 1 } }),
      service.call(countAllLikes, session),
      service.call(listUserApplications, { token: session.token }),
      service.call(installAll, { query: session }),
      install(),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(closed);
    // The address of a file, from a link that was issued before.
    expect((await service.fetch(address)).status).toBe(403);
  });

  test('let in who accepts, until they change or are declined, and again when they are accepted', async () => {
    const first = await set({ en: 'Be kind.' });
    expect((await mine()).organization).toEqual({ ...first, accepted: null, answered: null });
    const reported = await say(first, true);
    expect(reported.accepted).toBe(true);
    expect((await mine()).organization).toEqual({ ...first, ...reported });
    expect((await service.ok(listCatalog, session)).applications).toHaveLength(2);
    const second = await set({ en: 'Be kinder.' });
    expect(await service.call(listCatalog, session)).toMatchObject(closed);
    // An answer to the first version, which waited for a network, is not an answer to the second.
    await say(first, true);
    expect(await service.call(listCatalog, session)).toMatchObject(closed);
    await say(second, true);
    await service.ok(listCatalog, session);
    expect(await say(second, false)).toMatchObject({ accepted: false });
    expect(await service.call(listCatalog, session)).toMatchObject(closed);
    await say(second, true);
    await service.ok(listCatalog, session);
    await service.ok(contract.removeTerms, { token });
    await say(first, false);
    await service.ok(listCatalog, session);
  });

  test('leave the administrators’ operations alone, and ask administrators on a device as everybody', async () => {
    await set({ en: 'Be kind.' });
    await service.ok(contract.readTerms, { token });
    await service.ok(listUserApplications, { token });
    expect(await service.call(listCatalog, await service.signIn(service.admin))).toMatchObject(closed);
  });

  test('are the organization’s own: those below it ask for theirs', async () => {
    const below = await service.makeOrganization();
    const theirs = await service.ok(contract.setTerms, {
      token,
      org: below.orgId,
      body: { texts: { de: 'Sei nett.' } },
    });
    expect(theirs.terms.version).toBe(1);
    await service.ok(listCatalog, session);
    const there = await service.signIn(below.admin);
    expect((await mine(there)).organization).toMatchObject({ id: theirs.terms.id });
    expect(
      await service.refused(contract.answerTerms, {
        ...session,
        params: { terms: theirs.terms.id },
        body: { accepted: true },
      }),
    ).toMatchObject({ status: 403, code: 11 });
  });

  test('tell a kept catalog that there is something new, without sending an application again', async () => {
    const { cursor } = await service.ok(syncCatalog, session);
    const terms = await set({ en: 'Be kind.' });
    await say(terms, true);
    const after = await service.ok(syncCatalog, { ...session, query: { cursor } });
    expect(after).toMatchObject({ whole: false, entries: [] });
    expect(after.cursor).not.toBe(cursor);
  });

  test('hold as what arrived last says, whatever the clocks of devices say, and are dated as it was said', async () => {
    const terms = await set({ en: 'Be kind.' });
    const elsewhere = await service.signIn(user, { udid: 'udid-elsewhere' });
    const params = { terms: terms.id };
    const bring = (of: Session, accepted: boolean, age: number) =>
      service.ok(contract.answerTerms, {
        ...of,
        headers: { 'x-age': String(age) },
        params,
        body: { accepted },
      });
    const { db } = service.platform.database;
    // As if the version had existed for a day.
    const created = new Date(Date.now() - 86_400_000).toISOString();
    await changeTerms(service.platform.database, service.admin.orgId, (tx) =>
      tx.updateTable('terms').set({ created }).where('id', '=', terms.id).execute(),
    );
    await bring(session, false, 1_000);
    expect(await service.call(listCatalog, session)).toMatchObject(closed);
    // By its clock answered before that, and sent after it.
    expect(await bring(elsewhere, true, 3_600_000)).toMatchObject({ accepted: true });
    await service.ok(listCatalog, session);
    // By its clock answered before this version existed.
    await bring(elsewhere, false, 999_999_999_999);
    expect((await mine()).organization).toMatchObject({ accepted: false });
    expect(await service.call(listCatalog, session)).toMatchObject(closed);
    const rows = await db.selectFrom('terms_responses').selectAll().where('terms', '=', terms.id).execute();
    expect(rows).toHaveLength(3);
    for (const { at } of rows) {
      expect(at >= created).toBe(true);
      expect(at <= new Date().toISOString()).toBe(true);
    }
    const [first, second] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(Date.parse(first?.at ?? '') - Date.parse(second?.at ?? '')).toBeGreaterThan(3_000_000);
  });

  test('record an answer once, however often it is sent', async () => {
    const terms = await set({ en: 'Be kind.' });
    const headers = { 'idempotency-key': 'terms-once-1' };
    const args = { ...session, headers, params: { terms: terms.id }, body: { accepted: true } };
    expect(await service.ok(contract.answerTerms, args)).toEqual(
      await service.ok(contract.answerTerms, args),
    );
    await say(terms, true);
    const { db } = service.platform.database;
    const rows = await db.selectFrom('terms_responses').selectAll().where('terms', '=', terms.id).execute();
    expect(rows).toMatchObject([{ user: session.id, device: session.udid, accepted: 1 }]);
  });

  test.each([
    ['none', {}],
    ['blank', { en: ' ' }],
    ['nothing that anybody sees', { en: 'Be kind.', de: '\u200b\u3164' }],
    ['too long', { en: 'x'.repeat(contract.termsLimits.text + 1) }],
    ['no text', { en: 1 }],
    ['in no language', { '../en': 'x' }],
    ['in capital letters', { E: 'x' }],
    [
      'in too many languages',
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${String.fromCharCode(97 + at)}`, 'x'])),
    ],
  ])('are refused when they are %s', async (_, texts) => {
    const answer = await service.fetch('/v3/terms/', {
      method: 'PUT',
      headers: { 'x-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ texts }),
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 1000 } } });
  });
});

describe('terms of an application', () => {
  test('are asked before its install, by every way, while it stays in the catalog', async () => {
    const address = await fileAddress();
    const terms = await setOfApp({ en: 'Handle with care.' });
    expect((await service.ok(listCatalog, session)).applications.map(({ id }) => id)).toContain(app.id);
    expect(await install()).toMatchObject(closedApp);
    expect((await service.fetch(address)).status).toBe(403);
    const { applications } = await service.ok(installAll, { query: session });
    expect(applications.map(({ id }) => id)).toEqual([other.id]);
    const params = { application: app.id };
    expect(await service.call(directApplication, { params, query: { system: 'android' } })).toMatchObject(
      closedApp,
    );
    expect((await mine()).applications).toEqual([
      {
        application: app.id,
        id: terms.id,
        version: terms.version,
        created: terms.created,
        accepted: null,
        answered: null,
      },
    ]);
    const own = await service.ok(contract.readMyApplicationTerms, { ...session, params });
    expect(own.terms).toMatchObject({ texts: { en: 'Handle with care.' }, accepted: null });
  });

  test('keep their history', async () => {
    const first = await setOfApp({ en: 'Handle with care.' });
    const second = await setOfApp({ en: 'Handle with gloves.' });
    const request = { token, params: { application: app.id } };
    const { versions } = await service.ok(contract.listApplicationTermsVersions, request);
    expect(versions.slice(0, 2)).toMatchObject([second, first]);
    const ofOther = { token, params: { application: other.id } };
    expect((await service.ok(contract.listApplicationTermsVersions, ofOther)).versions).toEqual([]);
  });

  test('are asked once a version, and can be declined later', async () => {
    const first = await setOfApp({ en: 'Handle with care.' });
    await say(first, true);
    expect((await install()).status).toBe(302);
    const second = await setOfApp({ en: 'Handle with more care.' });
    expect(await install()).toMatchObject(closedApp);
    await say(second, true);
    expect((await install()).status).toBe(302);
    await say(second, false);
    expect(await install()).toMatchObject(closedApp);
    await service.ok(contract.removeApplicationTerms, { token, params: { application: app.id } });
    expect((await install()).status).toBe(302);
  });

  test('are the only reason that there is nothing to install, and that is said', async () => {
    const only = await publishAndroid(service, 'org.example.only');
    const person = await service.makeUser();
    await makeGroup(service, 'One', { apps: [{ id: only.psk }], users: [person] });
    const args = { token, params: { application: only.id }, body: { texts: { en: 'Be kind.' } } };
    await service.ok(contract.setApplicationTerms, args);
    expect(await service.call(installAll, { query: await service.signIn(person) })).toMatchObject(closedApp);
  });

  test('do not ask who does not have the application', async () => {
    const terms = await setOfApp({ en: 'Handle with care.' });
    const stranger = await service.signIn(await service.makeUser());
    expect(await mine(stranger)).toEqual({ organization: null, applications: [] });
    const params = { application: app.id, terms: terms.id };
    for (const refusal of [
      await service.refused(contract.readMyApplicationTerms, {
        ...stranger,
        params: { application: app.id },
      }),
      await service.refused(contract.answerTerms, {
        ...stranger,
        params: { terms: params.terms },
        body: { accepted: true },
      }),
    ])
      expect(refusal).toMatchObject({ status: 403, code: 11 });
  });
});
