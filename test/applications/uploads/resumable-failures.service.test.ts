import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { readUpload } from '../../../contract/application-uploads.ts';
import { buildApp } from '../../../mock-server/app.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { openService } from '../../setup/open-service.ts';
import { TestService } from '../../setup/service.ts';
import * as uploads from '../../setup/world/uploads.ts';

/** How many bytes a request sends before it hangs. */
const some = uploads.seenBytes(70_000);
const file = randomBytes(3 * some);
const sha256 = createHash('sha256').update(file).digest('hex');

const connections = { ...defaultLimits.connections, silence: 1500 };
const service = await openService({ limits: { connections } });
const own = { service, token: service.admin.token };

/** Another process of the same service: they share only the database and the data directory. */
const others: TestService[] = [];
async function another(): Promise<uploads.Uploader<TestService>> {
  const app = await buildApp(service.platform.config);
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const other = new TestService(url, app, service.admin, app.close);
  others.push(other);
  return { service: other, token: own.token };
}
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
});

const written = (id: string) => service.platform.blobs.partial.getSize(id);

/** An upload with a request on it that has brought some bytes and sends no more. */
async function hanging(uploader: uploads.Uploader) {
  const id = await uploads.started(uploader, file.length);
  const line = uploads.openLine(uploader, id, { offset: 0, length: file.length });
  line.send(file.subarray(0, some));
  await expect.poll(() => written(id)).toBe(some);
  return { id, line };
}

/** Sends the rest from the offset that the service gives, and checks that the file is whole. */
async function finishes(uploader: uploads.Uploader, id: string) {
  const offset = await uploads.offsetOf(uploader, id);
  expect((await uploads.append(uploader, id, offset, file.subarray(offset))).status).toBe(204);
  const { upload } = await uploader.service.ok(readUpload, { token: own.token, params: { upload: id } });
  expect(upload.sha256).toBe(sha256);
}

describe('an upload goes on', () => {
  test('after a restart that cut it off, at the byte that came last', async () => {
    const first = await another();
    const { id, line } = await hanging(first);
    await first.service.stop();
    others.length = 0;
    expect(await line.ended).not.toBe(204);
    const second = await another();
    expect(await uploads.offsetOf(second, id)).toBe(some);
    await finishes(second, id);
  });

  test('after a crash, without the bytes that were not safe yet', async () => {
    const id = await uploads.started(own, file.length);
    await uploads.append(own, id, 0, file.subarray(0, 1000));
    const unsafe = Readable.from([Buffer.alloc(5000, 1)]);
    await service.platform.blobs.partial.append(id, unsafe, { start: 1000, limit: 5000 });
    expect(await uploads.offsetOf(own, id)).toBe(1000);
    await finishes(own, id);
  });

  test('once the process that was writing is gone and its hold has run out', async () => {
    const id = await uploads.started(own, file.length);
    const hold = (held_until: Date) =>
      service.platform.database.db
        .updateTable('uploads')
        .set({ holder: 'gone', held_until: held_until.toISOString() })
        .where('id', '=', id)
        .execute();
    await hold(new Date(Date.now() + 60_000));
    expect((await uploads.append(own, id, 0, file)).status).toBe(423);
    expect((await uploads.head(own, id)).status).toBe(423);
    expect((await uploads.remove(own, id)).status).toBe(423);
    await hold(new Date(Date.now() - 1));
    await finishes(own, id);
  });

  test('in another process, while the first holds it only until its line is cut', async () => {
    const other = await another();
    const { id, line } = await hanging(own);
    const answer = await uploads.append(other, id, 0, file);
    expect(answer.status).toBe(423);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    line.cut();
    await expect.poll(async () => (await uploads.head(other, id)).status).toBe(200);
    await finishes(other, id);
  });

  test('after its line fell silent and was cut off', async () => {
    const { id, line } = await hanging(own);
    expect(await line.ended).not.toBe(204);
    await expect
      .poll(async () => (await uploads.read(own, id)).headers.get('upload-offset'))
      .toBe(String(some));
    await finishes(own, id);
  });
});

describe('an upload ends', () => {
  test('while a request still writes to it, when its maker deletes it', async () => {
    const { id, line } = await hanging(own);
    expect((await uploads.remove(own, id)).status).toBe(204);
    expect(await line.ended).not.toBe(204);
    expect(await written(id)).toBe(0);
    expect((await uploads.head(own, id)).status).toBe(404);
  });

  test('of bytes with a checksum nothing is kept when the line is cut', async () => {
    const id = await uploads.started(own, file.length);
    const checksum = `sha256 ${Buffer.from(sha256, 'hex').toString('base64')}`;
    const headers = { 'upload-checksum': checksum };
    const line = uploads.openLine(own, id, { offset: 0, length: file.length, headers });
    line.send(file.subarray(0, some));
    await expect.poll(() => written(id)).toBe(some);
    line.cut();
    expect(await uploads.offsetOf(own, id)).toBe(0);
    expect((await uploads.append(own, id, 0, file, headers)).status).toBe(204);
  });
});
