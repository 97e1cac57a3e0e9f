import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { updateApplication } from '../../../contract/applications.ts';
import { listCatalog, readCatalogApplication } from '../../../contract/catalog.ts';
import { deletePairing } from '../../../contract/devices.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { deleteUser } from '../../../contract/users.ts';
import { openService } from '../../setup/open-service.ts';
import { apk, publish, publishAndroid } from '../../setup/world/publishing.ts';
import { personWith, type Session } from './people.ts';

const bytes = Buffer.from(apk('org.example.file'));
const size = bytes.length;
/** Document 3, Downloads and installs: the download URL and what it gives; RFC 9110, sections 13 and 14. */
const service = await openService();
const app = await publish(service, { app_name: 'File' }, { bytes, name: 'Überfluß "1".apk' });
const person = await personWith(service, [{ id: app.psk }]);

async function installLink(session: Session = person.session, application = app.id): Promise<string> {
  const answer = await service.call(installApplication, { params: { application }, query: { ...session } });
  return answer.headers.get('location') ?? '';
}
async function get(headers: Record<string, string> = {}, method = 'GET', address?: string) {
  const response = await fetch(address ?? (await installLink()), { method, headers });
  const content = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, content };
}
const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;

describe('the file', () => {
  test('is the one that was published, byte for byte, with its size, type and tag', async () => {
    const { status, headers, content } = await get();
    expect(status).toBe(200);
    expect(content.equals(bytes)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(size),
      'content-type': 'application/vnd.android.package-archive',
      'accept-ranges': 'bytes',
      etag,
    });
    expect(headers.get('content-encoding')).toBe(null);
  });

  test('is named after what was published, in signs that every client reads', async () => {
    const disposition = (await get()).headers.get('content-disposition');
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+\.apk"; filename\*=UTF-8''[!-~]+\.apk$/);
    expect(disposition).toContain(encodeURIComponent('Überfluß'));
  });

  test('HEAD tells the same and sends nothing', async () => {
    const { status, headers, content } = await get({}, 'HEAD');
    expect([status, content.length]).toEqual([200, 0]);
    expect(headers.get('content-length')).toBe(String(size));
    expect(headers.get('etag')).toBe(etag);
  });

  test('HEAD tells whether a download began by this very link', async () => {
    const address = await installLink();
    const started = async () => (await get({}, 'HEAD', address)).headers.get('appshelf-begun');
    expect(await started()).toBe(null);
    await get({ range: 'bytes=7-' }, 'GET', address);
    expect(await started()).toBe(null);
    await get({}, 'GET', address);
    expect(await started()).toBe('1');
    expect((await get({}, 'HEAD')).headers.get('appshelf-begun')).toBe(null);
  });

  test('is the path of its entry, which opens only with a link', async () => {
    const [entry] = (await service.ok(listCatalog, person.session)).applications;
    const path = entry?.version.install_file?.path ?? '';
    expect((await installLink()).split('?')[0]).toBe(path);
    expect((await service.fetch(path)).status).toBe(401);
    const headers = { 'x-token': person.session.token, 'x-udid': person.session.udid };
    expect((await service.fetch(path, { headers })).status).toBe(403);
  });
});

describe('Range', () => {
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=7-', 7, size - 1],
    ['bytes=-1', size - 1, size - 1],
    [`bytes=-${size + 10}`, 0, size - 1],
    ['bytes=3-99999999999999999999', 3, size - 1],
    ['Bytes=2-3', 2, 3],
  ];
  test.each(parts)('%s: 206 with that part', async (range, first, last) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, content } = await get({ range }, method);
      expect(status).toBe(206);
      expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
      expect(headers.get('content-length')).toBe(String(last - first + 1));
      const part = method === 'GET' ? bytes.subarray(first, last + 1) : Buffer.alloc(0);
      expect(content.equals(part)).toBe(true);
    }
  });

  test.each([`bytes=${size}-`, 'bytes=99999999999999999999-', 'bytes=-0'])(
    '%s: 416 with the size',
    async (range) => {
      const { status, headers, content } = await get({ range });
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('content-disposition')).toBe(null);
      expect(JSON.parse(content.toString())).toMatchObject({ error: { code: 1020 } });
    },
  );

  test.each(['bytes=5-2', 'bytes=', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,3-4', 'bytes=0x1-2'])(
    '%s: the whole file',
    async (range) => {
      const { status, content } = await get({ range });
      expect([status, content.length]).toEqual([200, size]);
    },
  );

  test('If-Range: the part of the same file, the whole of another', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    for (const condition of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 10:00:00 GMT']) {
      expect((await get({ range: 'bytes=0-9', 'if-range': condition })).status).toBe(200);
    }
  });
});

describe('If-None-Match', () => {
  test.each([etag, `W/${etag}`, '*', `"other", ${etag}`])('%s: 304 without a body', async (condition) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, content } = await get({ 'if-none-match': condition }, method);
      expect([status, content.length]).toEqual([304, 0]);
    }
  });

  test('another tag: the file', async () => {
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get({ 'if-none-match': 'garbage', range: 'bytes=0-1' })).status).toBe(206);
  });
});

describe('a download', () => {
  const counted = async () => {
    const call = { ...person.session, params: { application: app.id } };
    return (await service.ok(readCatalogApplication, call)).application.catalog_info.num_downloads;
  };

  test('counts once for each link, with its first byte', async () => {
    const before = await counted();
    const address = await installLink();
    await get({}, 'HEAD', address);
    await get({ range: 'bytes=10-' }, 'GET', address);
    await get({ 'if-none-match': etag }, 'GET', address);
    expect(await counted()).toBe(before);
    await Promise.all([get({}, 'GET', address), get({ range: 'bytes=0-9' }, 'GET', address)]);
    expect(await counted()).toBe(before + 1);
  });

  test('by many people at once is counted for each', async () => {
    const before = await counted();
    const addresses = await Promise.all(Array.from({ length: 6 }, () => installLink()));
    await Promise.all(addresses.map((address) => get({}, 'GET', address)));
    expect(await counted()).toBe(before + 6);
  });
});

describe('a link is worth nothing', () => {
  const refusedAt = async (address: string) => {
    const { status, body } = await service.fetch(address);
    return [status, (body as { error?: { code: number } }).error?.code];
  };

  test('for another file', async () => {
    const other = await publishAndroid(service, 'org.example.other');
    const address = new URL(await installLink());
    address.pathname = `/downloads/files/${other.fileId}`;
    expect(await refusedAt(address.href)).toEqual([403, 1017]);
  });

  test('as the link of a direct install', async () => {
    const address = (await installLink()).replace('/downloads/files/', '/downloads/direct/');
    expect(await refusedAt(address)).toEqual([403, 1017]);
  });

  test('once the application is disabled, the device unlinked or the user deleted', async () => {
    const { token } = service.admin;
    const leaver = await personWith(service, [{ id: app.psk }]);
    const address = await installLink(leaver.session);
    const change = (enabled: boolean) =>
      service.ok(updateApplication, { token, params: { application: app.id }, body: { enabled } });
    await change(false);
    expect((await refusedAt(address))[0]).toBe(404);
    await change(true);
    const pair = { device: leaver.session.udid, user: leaver.user.id };
    await service.ok(deletePairing, { token, params: pair });
    expect(await refusedAt(address)).toEqual([403, 1014]);
    const gone = await personWith(service, [{ id: app.psk }]);
    const second = await installLink(gone.session);
    await service.ok(deleteUser, { token, params: { user: gone.user.psk } });
    expect((await refusedAt(second))[0]).toBe(401);
  });

  test.each([
    ['', 401],
    ['?download_token=', 400],
    ['?download_token=a&download_token=b', 400],
    [`?download_token=${'x'.repeat(1001)}`, 400],
  ])('without its token: “%s” is refused', async (query, status) => {
    const { pathname } = new URL(await installLink());
    expect((await refusedAt(`${pathname}${query}`))[0]).toBe(status);
  });
});
