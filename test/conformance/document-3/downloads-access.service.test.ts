import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import { listCatalog } from '../../../contract/catalog.ts';
import * as downloads from '../../../contract/downloads.ts';
import { signLink } from '../../../mock-server/features/identity/links.ts';
import { Secrets } from '../../../mock-server/platform/secrets.ts';
import { openService } from '../../setup/open-service.ts';
import { iPad } from '../../setup/world/people.ts';
import { type PublishedApplication, publishAndroid, publishIos } from '../../setup/world/publishing.ts';
import { personWith, type Session, sessionOf } from './people.ts';

/** Document 3, Downloads and installs: token and udid in the query, and who is refused. */
const service = await openService();
const app = await publishAndroid(service, 'org.example.app');
const person = await personWith(service, [{ id: app.psk, is_mandatory: true }]);
const other = await personWith(service, [{ id: app.psk }]);

const personal = downloads.downloadOperations.filter(({ context }) => context === 'query_token_and_device');

describe.each(personal)('GET $path', (operation) => {
  test('a parameter that is given twice, or too long, is refused', async () => {
    const { token, udid } = person.session;
    const path = operation.path.replace(':application', app.id).replace(':version', app.versionId);
    for (const query of [
      `token=${token}&token=${token}&udid=${udid}`,
      `token=${token}&udid=${udid}&udid=${udid}`,
      `token=${token}&udid=${'x'.repeat(201)}`,
      `download_token=${'x'.repeat(1001)}`,
    ]) {
      const { status } = await service.fetch(`${path}?${query}`);
      expect([400, 401, 403]).toContain(status);
    }
  });
});

describe('an application that the user may not access answers code 11', () => {
  const odd = ['nothing', '999999999999999', '-1', '😀', 'x'.repeat(200)];
  test.each(odd)('%s', async (identifier) => {
    const request = {
      params: { application: identifier, version: identifier },
      query: { ...person.session },
    };
    for (const operation of [downloads.installApplication, downloads.installVersion]) {
      expect(await service.refused(operation, request)).toMatchObject({ status: 403, code: 11 });
    }
  });

  test('of no group of the user, disabled, or of another organization', async () => {
    const { session: outsider } = await personWith(service, []);
    const { admin } = await service.makeOrganization();
    const sleeping = await publishAndroid(service, 'org.example.sleeping');
    const member = await personWith(service, [{ id: sleeping.psk }]);
    const request = { token: service.admin.token, params: { application: sleeping.id } };
    await service.ok(updateApplication, { ...request, body: { enabled: false } });
    const cases: [PublishedApplication, Session][] = [
      [app, outsider],
      [app, await sessionOf(service, admin)],
      [sleeping, member.session],
    ];
    for (const [{ id, versionId }, session] of cases) {
      const call = { params: { application: id, version: versionId }, query: { ...session } };
      for (const operation of [downloads.installApplication, downloads.installVersion]) {
        expect((await service.refused(operation, call)).code).toBe(11);
      }
    }
  });
});

test('an application for another system is refused with code 20', async () => {
  const ios = await publishIos(service, 'org.example.ios');
  const { session, user } = await personWith(service, [{ id: ios.psk }, { id: app.psk }]);
  const tablet = await sessionOf(service, user, { ...iPad, udid: 'other-system' });
  for (const [application, query] of [
    [ios.id, session],
    [app.id, tablet],
  ] as const) {
    const call = { params: { application }, query: { ...query } };
    expect(await service.refused(downloads.installApplication, call)).toMatchObject({
      status: 400,
      code: 20,
    });
  }
});

describe('the download_token of a link', () => {
  const linkOf = async (session: Session) => {
    const [entry] = (await service.ok(listCatalog, session)).applications;
    return new URL(entry?.catalog_info.install_uri ?? '');
  };
  const status = async (address: URL | string) => {
    const { status: code, body } = await service.fetch(String(address));
    return [code, (body as { error?: { code: number } }).error?.code];
  };
  const refusal = [403, 1017];

  test('stands in place of token and udid', async () => {
    expect(await status(await linkOf(person.session))).toEqual([302, undefined]);
  });

  test('of another person is refused beside the own token or device', async () => {
    for (const name of ['token', 'udid'] as const) {
      const link = await linkOf(other.session);
      link.searchParams.set(name, person.session[name]);
      expect(await status(link)).toEqual(refusal);
    }
  });

  test('that is forged, changed, signed by another service or of another address is refused', async () => {
    const link = await linkOf(person.session);
    const token = link.searchParams.get('download_token') ?? '';
    const who = { orgId: service.admin.orgId, userId: person.user.id, deviceId: person.session.udid, id: '' };
    const expires = Date.now() + 60_000;
    const forged = signLink(new Secrets(Buffer.alloc(32)), link.pathname, { ...who, expires });
    const elsewhere = signLink(service.platform.secrets, '/v2/downloads', { ...who, expires });
    for (const wrong of [
      forged,
      elsewhere,
      `${token}x`,
      token.slice(1),
      token.toUpperCase(),
      '',
      'a.b.c.d.e.f',
    ]) {
      link.searchParams.set('download_token', wrong);
      expect(await status(link)).toEqual(refusal);
    }
  });

  test('that is over is refused', async () => {
    const link = await linkOf(person.session);
    const who = { orgId: service.admin.orgId, userId: person.user.id, deviceId: person.session.udid, id: '' };
    const old = signLink(service.platform.secrets, link.pathname, { ...who, expires: Date.now() - 1000 });
    link.searchParams.set('download_token', old);
    expect(await status(link)).toEqual(refusal);
  });

  test('ends within 10 minutes', async () => {
    const token = (await linkOf(person.session)).searchParams.get('download_token') ?? '';
    const expires = Number.parseInt(token.split('.').at(-2) ?? '', 36) * 1000;
    expect(expires - Date.now()).toBeGreaterThan(0);
    expect(expires - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  });
});
