import { generateKeyPairSync } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'kysely';
import { setPushProviders } from '../../../contract/notifications.ts';
import { splitIntoChunks } from '../../../mock-server/platform/chunks.ts';
import { createId, getNow } from '../../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { manyUsers } from '../../setup/world/many-users.ts';
import { makeGroup } from '../../setup/world/publishing.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import type { PushProvider } from './push-provider.ts';

export interface MessageService {
  url: string;
  token: string;
  group: number;
}

interface Argument {
  engine: Engine;
  devices: number;
  provider: PushProvider;
}

/** The service with a group of people, each with a device that has reported its push token. */
await serveParent(async (argument) => {
  const { engine, devices, provider } = argument as Argument;
  setDefaultCACertificates([...getCACertificates('default'), provider.cert]);
  const stopEngine = await startEngine(engine);
  const push = `https://${provider.host}/`;
  const service = await startService({
    outgoingAllow: [provider.host],
    pushServices: { apns: push, apnsSandbox: push, fcm: push, googleToken: push },
  });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apns_key = { key, key_id: 'K', team_id: 'T', bundle_id: 'org.example.catalog' };
  await service.ok(setPushProviders, { token: service.admin.token, body: { apns_key } });
  const group = await makeGroup(service, 'Everybody');
  await manyUsers(service, devices);
  await giveDevices(service, group);
  const db = withoutGuard(service.platform.database.db);
  await (engine === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db);
  const ready: MessageService = { url: service.url, token: service.admin.token, group };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, stop };
});

/** Gives each person their own device, and makes them members of the group. */
async function giveDevices({ platform, admin: { orgId } }: TestService, psk: number): Promise<void> {
  const db = withoutGuard(platform.database.db);
  const group = await db.selectFrom('groups').select('id').where('psk', '=', psk).executeTakeFirstOrThrow();
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('role', '=', 1)
    .execute();
  const pairs = people.map(({ id }) => ({ user: id, device: createId() }));
  for (const part of splitIntoChunks(pairs)) {
    await db
      .insertInto('devices')
      .values(part.map(({ device }) => deviceRow(orgId, device)))
      .execute();
  }
  // Otherwise PostgreSQL would plan the look-up of a pairing's device when it takes all devices for one, and would keep
  // that plan.
  await sql`analyze`.execute(db);
  for (const part of splitIntoChunks(pairs)) {
    await db
      .insertInto('device_users')
      .values(part.map((pair) => pairingRow(orgId, pair)))
      .execute();
    await db
      .insertInto('group_users')
      .values(part.map(({ user }) => ({ org_id: orgId, group: group.id, user, created: getNow() })))
      .execute();
  }
}

function deviceRow(org_id: string, id: string) {
  return {
    org_id,
    id,
    udid: id,
    operating_system: 1,
    form_factor: 1,
    ios_push_token: id.repeat(3).slice(0, 64),
    jailbreak_status: -1,
    created: getNow(),
    revision: 1,
  };
}

function pairingRow(org_id: string, { user, device }: { user: string; device: string }) {
  return { org_id, id: createId(), device, user, created: getNow(), last_active: getNow() };
}
