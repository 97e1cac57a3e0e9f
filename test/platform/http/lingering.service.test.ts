import { describe, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { refusal } from '../../setup/answers.ts';
import { head, openRaw, type RawSocket } from '../../setup/http/raw-socket.ts';
import { openService } from '../../setup/open-service.ts';
import { byTier } from '../../setup/run/tier.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { startService } from '../../setup/service.ts';

const MiB = 1024 * 1024;
const limit = 4 * MiB;

const service = await openService();

describe('an upload of 40 MB', () => {
  const files = { app_file: { name: 'a.apk', bytes: new Uint8Array(40 * MiB) } };

  test('with a token that has ended is answered, not reset', { timeout: timeouts.test }, async () => {
    for (let at = 0; at < byTier(3, 10); at++) {
      const answer = refusal(await service.upload(addApplication, { token: 'ended', files }));
      expect(answer).toMatchObject({ status: 401, code: 1001 });
    }
  });

  test('without a token, and to an address that does not exist, too', async () => {
    expect(refusal(await service.upload(addApplication, { files }))).toMatchObject({ status: 401 });
    const nowhere = { method: 'POST', body: files.app_file.bytes };
    expect(refusal(await service.fetch('/v1/nowhere/', nowhere))).toMatchObject({ status: 404 });
  });
});

test('headers that are too long, or no headers, are answered before a long body is read', async () => {
  for (const [status, unreadable] of [
    [431, { 'x-long': 'x'.repeat(70_000) }],
    [400, { 'no header': 'x' }],
  ] as const) {
    const headers = { ...unreadable, 'content-length': 40 * MiB };
    const raw = openRaw(service.url, head('POST /v1/applications/', headers));
    raw.send(new Uint8Array(40 * MiB));
    expect(await raw.statuses(1)).toEqual([status]);
  }
});

describe('after an answer to a request whose body was not read', () => {
  const start = () =>
    startService({
      limits: {
        connections: {
          ...service.platform.config.limits.connections,
          dropped: limit,
          silence: 2_000,
        },
      },
    });
  const upload = (bytes: number) =>
    head('POST /v1/applications/', { 'content-type': 'multipart/form-data', 'content-length': bytes });

  /** Goes on sending until the service has closed the connection; only then does a client that sends notice it. */
  async function closed(raw: RawSocket): Promise<string> {
    const sending = setInterval(() => raw.send('x'), 100);
    return raw.ended().finally(() => clearInterval(sending));
  }

  test('only so many bytes are read', async () => {
    const at = await start();
    const raw = openRaw(at.url, upload(100 * MiB), { allowHalfOpen: true });
    expect(await raw.statuses(1)).toEqual([401]);
    raw.send(new Uint8Array(2 * limit));
    await closed(raw);
    await at.stop();
  });

  test('and only for so long', async () => {
    const at = await start();
    const raw = openRaw(at.url, upload(100 * MiB), { allowHalfOpen: true });
    expect(await raw.statuses(1)).toEqual([401]);
    await closed(raw);
    await at.stop();
  });

  test('no request behind the body is answered', async () => {
    const at = await start();
    const raw = openRaw(at.url, upload(20_000), { allowHalfOpen: true });
    expect(await raw.statuses(1)).toEqual([401]);
    raw.send(`${'x'.repeat(20_000)}${head('GET /healthz')}`);
    expect((await closed(raw)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    await at.stop();
  });

  test('a service that stops does not wait', async () => {
    const at = await startService();
    const raw = openRaw(at.url, upload(100 * MiB), { allowHalfOpen: true });
    expect(await raw.statuses(1)).toEqual([401]);
    await at.stop();
    await closed(raw);
  });
});
