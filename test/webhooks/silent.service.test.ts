import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { addUser } from '../../contract/users.ts';
import { addWebhook } from '../../contract/webhooks.ts';
import { localhostCertificate } from '../fixtures/localhost.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService, type TestService } from '../setup/service.ts';

const trusted = getCACertificates('default');
const { cert, key } = localhostCertificate();
/** One server for all: it accepts every request, and answers only on some paths. */
const asked: string[] = [];
const receiver = createServer({ cert, key }, (request, response) => {
  asked.push(request.url ?? '');
  if (!request.url?.startsWith('/silent')) response.writeHead(204).end();
});
let service: TestService;

setDefaultCACertificates([...trusted, cert]);
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `localhost:${(receiver.address() as AddressInfo).port}`;
const origin = `https://${host}`;
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  setDefaultCACertificates(trusted);
});

let added = 0;
async function addPeople(token: string, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    added += 1;
    const names = { user_id: `person.${added}`, first_name: 'A', last_name: 'B' };
    await service.ok(addUser, { token, body: { ...names, password: 'Given-by-admin-1' } });
  }
}
const listen = (token: string, path: string) =>
  service.ok(addWebhook, { token, body: { url: `${origin}${path}`, events: ['user.added'] } });

test('the silent webhook of one organization holds up nobody else’s', async () => {
  service = await startService({
    outgoingAllow: [new URL(origin).host],
    limits: { webhookTimeout: 600_000 },
  });
  await listen(service.admin.token, '/silent/a');
  await addPeople(service.admin.token, 20);
  await expect.poll(() => asked.length, { timeout: timeouts.step }).toBeGreaterThan(3);
  const other = await service.makeOrganization();
  await listen(other.token, '/other');
  await addPeople(other.token, 1);
  await expect.poll(() => asked, { timeout: timeouts.step }).toContain('/other');
  receiver.closeAllConnections();
  await service.stop();
});

test('a webhook that was just silent is not asked by all that waits for it, one after the other', async () => {
  asked.length = 0;
  service = await startService({
    outgoingAllow: [new URL(origin).host],
    limits: { webhookTimeout: 500, jobBackOff: 3_600_000 },
  });
  await listen(service.admin.token, '/silent/a');
  await addPeople(service.admin.token, 20);
  const { db } = service.platform.database;
  const toDo = async () => {
    const jobs = await db.selectFrom('jobs').selectAll().where('kind', '=', 'deliver_webhook').execute();
    return jobs.filter(({ state, due }) => state === 'running' || Date.parse(due) <= Date.now()).length;
  };
  await expect.poll(toDo, { timeout: timeouts.step }).toBe(0);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(4);
  await service.stop();
});
