import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ metricsToken: 'a-token-for-prometheus' });
});
afterAll(() => service.stop());

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
