import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addApplication, publishApplication, updateApplication } from '../../../contract/applications.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';
import { assign, makeGroup, publishWeb } from '../../setup/world/publishing.ts';

/** Addresses are sent in headers: every accepted address reaches the device unchanged. */
const service = await openService();
const { token } = service.admin;
const user = await service.makeUser();
const group = await makeGroup(service, 'Readers', { users: [user] });
const { id, psk } = await publishWeb(service, 'Wiki');
await assign(service, group, { id: psk });
const application = id;
const person = await service.signIn(user);

/** Where a device is redirected once the application has this address. */
async function destination(url: string): Promise<string | null> {
  await service.ok(updateApplication, { token, params: { application }, body: { url } });
  const redirect = await service.call(installApplication, { params: { application }, query: person });
  expect(redirect.status).toBe(302);
  return redirect.headers.get('location');
}

describe('an address', () => {
  test.each([
    ['https://example.org', 'https://example.org/'],
    [' https://example.org/wiki ', 'https://example.org/wiki'],
    ['https://example.org/漢字?q=ä', 'https://example.org/%E6%BC%A2%E5%AD%97?q=%C3%A4'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://example.org/"><script>', 'https://example.org/%22%3E%3Cscript%3E'],
    ['https://example.org/\r\nset-cookie:a', 'https://example.org/set-cookie:a'],
    ['https://example.org/\u0085\u2028', 'https://example.org/%C2%85%E2%80%A8'],
    ['https://example.org/%0d%0aset-cookie:a', 'https://example.org/%0d%0aset-cookie:a'],
    ['https://[::1]:8080/', 'https://[::1]:8080/'],
  ])('%j sends a device to %s', async (url, expected) => {
    expect(await destination(url)).toBe(expected);
  });

  test('with a user name or password is refused, wherever an application can have one', async () => {
    for (const url of [
      'https://ann:secret@example.org/',
      'https://ann@example.org/',
      'https://:secret@example.org/',
      'http://ann:secret@example.org/',
      'https://ann:secret@play.google.com/store/apps/details?id=org.example.app',
    ]) {
      const request = { token, params: { application } };
      for (const refusal of [
        await service.refused(updateApplication, { ...request, body: { url } }),
        await service.refused(addApplication, { token, body: { url } }),
        await service.refused(publishApplication, { token, body: { url } }),
        await service.refused(addApplication, { token, body: { hybrid: { url, platform: 'Android' } } }),
      ]) {
        expect(refusal).toMatchObject({ status: 400, code: 1000 });
        expect(refusal.message).toContain('leave out the user name and password');
      }
    }
  });

  test('of any form sends a device where its writer meant', async () => {
    const urls = fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'medium' });
    await fc.assert(
      fc.asyncProperty(urls, async (url) => {
        expect(await destination(url)).toBe(new URL(url).href);
      }),
      tries(40),
    );
  });

  test('is no longer, as it travels, than every client’s headers take', async () => {
    const max = `https://example.org/${'a'.repeat(1980)}`;
    expect(await destination(max)).toBe(max);
    for (const url of [`${max}a`, `https://example.org/${'漢'.repeat(300)}`]) {
      const request = { token, params: { application } };
      for (const refusal of [
        await service.refused(updateApplication, { ...request, body: { url } }),
        await service.refused(addApplication, { token, body: { url } }),
        await service.refused(addApplication, { token, body: { hybrid: { url, platform: 'iOS' } } }),
      ]) {
        expect(refusal).toMatchObject({ status: 400, code: 1000 });
      }
    }
  });
});
