import { expect, test } from 'vitest';
import { freePort } from '../setup/free-port.ts';
import { openService } from '../setup/open-service.ts';
import { startService } from '../setup/service.ts';

const service = await openService({ metricsToken: 'a-token-for-prometheus' });

const ask = (token?: string) =>
  service.fetch('/metrics', token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

test('tells Prometheus of every queue', async () => {
  const { status, headers, body } = await ask('a-token-for-prometheus');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('version=0.0.4');
  expect(body).toMatch(/^appshelf_jobs\{kind="old_messages",state="waiting"\} 1$/m);
  expect(body).toMatch(/^appshelf_jobs_late_seconds\{kind="old_messages"\} [\d.]+$/m);
  for (const line of String(body).trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.]+)$/);
  }
});

test('tells nobody without the token, and is not there without one in the settings', async () => {
  for (const wrong of [undefined, '', 'a-token-for-prometheus2']) expect((await ask(wrong)).status).toBe(401);
  const closed = await startService();
  const answer = await closed.fetch('/metrics', { headers: { authorization: 'Bearer ' } });
  expect(answer.status).toBe(404);
  await closed.stop();
});

test('tells whoever reaches its own port, without a token, and nothing else there', async () => {
  const port = await freePort();
  const open = await startService({ metricsAddress: { host: '127.0.0.1', port } });
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  const answer = await at('/metrics');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^appshelf_jobs\{/m);
  expect((await at('/v1/users/')).status).toBe(404);
  expect((await at('/metrics', 'POST')).status).toBe(404);
  expect((await open.fetch('/metrics')).status).toBe(404);
  await open.stop();
  await expect(at('/metrics')).rejects.toThrow('fetch failed');
});
