import { describe, expect, test } from 'vitest';
import { bodySizes } from '../../../contract/common/body-sizes.ts';
import { refusal } from '../../setup/answers.ts';
import { head, openRaw } from '../../setup/http/raw-socket.ts';
import { openService } from '../../setup/open-service.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import { startService } from '../../setup/service.ts';

const MiB = 1024 * 1024;
const json = { 'content-type': 'application/json' };

const service = await openService();

const asAdmin = () => ({ ...json, 'x-token': service.admin.token });
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  service.fetch(path, { method: 'POST', headers, body });

describe('a body that nothing takes', () => {
  test.each([
    ['POST /nowhere', 404],
    ['POST /healthz', 405],
    ['GET /healthz', 200],
    ['POST /', 404],
    ['POST /openapi.json', 405],
    ['POST /media/x', 405],
    ['PUT /v1/groups/', 405],
    ['DELETE /v1/session/', 401],
    ['POST /v1/groups/', 401],
  ])('is not waited for: %s', async (line, status) => {
    for (const more of [{ 'content-length': 4 * MiB }, { 'transfer-encoding': 'chunked' }]) {
      const raw = openRaw(service.url, head(line, { ...json, ...more }));
      expect(await raw.statuses(1)).toEqual([status]);
      expect((await raw.ended()).toLowerCase()).toContain('connection: close');
    }
  });

  test('is dropped when it is small, as many clients send one on DELETE', async () => {
    const raw = openRaw(service.url, head('DELETE /v1/session/', { ...json, 'content-length': 2 }));
    raw.send(`{}${head('GET /healthz')}`);
    expect(await raw.statuses(2)).toEqual([401, 200]);
    raw.close();
  });
});

describe('JSON is measured while it arrives', () => {
  const emptyLists = (count: number) => `{"name":"a","description":"","x":[${'[],'.repeat(count)}[]]}`;

  test('so that many small values are refused before they are parsed', async () => {
    expect(refusal(await post('/v1/groups/', emptyLists(bodySizes.large.values), asAdmin()))).toMatchObject({
      status: 413,
      code: 1008,
    });
    const whole = await post('/v1/groups/', emptyLists(100).replace('"a"', '"fine"'), asAdmin());
    expect(whole.status).toBe(200);
  });

  test('with the first byte too many, from who is not known', async () => {
    const raw = openRaw(
      service.url,
      head('POST /v2/users/authenticate/', { ...json, 'transfer-encoding': 'chunked' }),
    );
    raw.send(`${(20_000).toString(16)}\r\n{"user_id":"${'x'.repeat(18_000)}`);
    expect(await raw.statuses(1)).toEqual([413]);
    await raw.ended();
  });

  test('by the length it says, before it comes', async () => {
    const raw = openRaw(
      service.url,
      head('POST /v2/users/authenticate/', { ...json, 'content-length': bodySizes.small.bytes + 1 }),
    );
    expect(await raw.statuses(1)).toEqual([413]);
    await raw.ended();
  });

  test('with a text of brackets and commas as what it is', async () => {
    const text = '[{,\\"'.repeat(90);
    const answer = await post('/v1/groups/', JSON.stringify({ name: 'text', description: text }), asAdmin());
    expect(answer.body).toMatchObject({ group: { description: text } });
  });
});

test('bodies whose rest is still to come hold no more memory than there is for all of them', async () => {
  const at = await startService({
    limits: { connections: { ...service.platform.config.limits.connections, bodies: 20_000 } },
  });
  try {
    const headers = { ...json, 'x-token': at.admin.token };
    const group = (name: string, length: number) =>
      JSON.stringify({ name, description: '', more: 'x'.repeat(length) });
    const body = group('first', 15_000);
    const slow = openRaw(at.url, head('POST /v1/groups/', { ...headers, 'content-length': body.length }));
    slow.send(body.slice(0, 14_000));
    const more = { method: 'POST', headers, body: group('second', 10_000) };
    await expect
      .poll(async () => (await at.fetch('/v1/groups/', more)).status, { timeout: timeouts.step })
      .toBe(503);
    expect(Number((await at.fetch('/v1/groups/', more)).headers.get('retry-after'))).toBeGreaterThan(0);
    slow.send(body.slice(14_000));
    expect(await slow.statuses(1)).toEqual([200]);
    slow.close();
    expect((await at.fetch('/v1/groups/', { ...more, body: group('third', 10_000) })).status).toBe(200);
  } finally {
    await at.stop();
  }
});
