import autocannon, { type Client, type Request } from 'autocannon';
import { postInstalled } from '../../../contract/inventory.ts';
import { assertAll } from '../catalog/many-groups.ts';
import { startChild } from '../child.ts';
import { chosenEngines, type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { InventoryService } from './inventory-service.ts';
import type { RawUpserts } from './raw-upsert.ts';

const applications = 50;
const connections = 8;
const seconds = 8;
/** The share of the bare statement's speed that must be reached. */
const shares = { sqlite: 0.12, postgres: 0.08 } as const;

/**
 * A device's whole list of 50 applications, all of them changed, durable; compared with the bare statement on the same
 * engine.
 */
export const inventory: Measurement = {
  name: 'inventory',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosenEngines()) rows.push(await measure(engine));
    return rows;
  },
};

async function measure(engine: Engine): Promise<Row> {
  const service = await startChild<InventoryService>('inventory/inventory-service.ts', {
    applications,
    persons: 1000,
    engine,
  });
  try {
    // Measured before and after: the speed of a disk depends on what else is being written.
    const before = await rawUpserts(engine);
    const ours = await posts(service.ready);
    const after = await rawUpserts(engine);
    return {
      work: `inventory of 50 applications, all changed, ${engines[engine]}`,
      ours,
      unit: 'posts/s',
      peer: { name: `${engines[engine]}, only the upsert`, value: (before + after) / 2 },
      bound: { atLeast: shares[engine] },
    };
  } finally {
    await service.stop();
  }
}

async function rawUpserts(engine: Engine): Promise<number> {
  const argument: RawUpserts = {
    engine,
    rows: applications,
    milliseconds: (seconds / 2) * 1000,
    connections,
  };
  const raw = await startChild<{ perSecond: number }>('inventory/raw-upsert.ts', argument);
  await raw.stop();
  return raw.ready.perSecond;
}

async function posts(service: InventoryService): Promise<number> {
  // V8's compiler needs some seconds to optimize this work; the bare statement has nothing to optimize.
  await load(service, ['0.8', '0.9'], seconds / 2);
  return load(service, ['1.0', '1.1'], seconds);
}

async function load(
  { url, sessions, applications }: InventoryService,
  versions: readonly string[],
  duration: number,
): Promise<number> {
  // Each connection has its own devices, and reports another version in each round, so that no list equals the previous
  // one.
  const shares = Array.from({ length: connections }, (_, share) => {
    const own = sessions.filter((_session, at) => at % connections === share);
    return versions.flatMap((version) => own.map((session) => postOf(session, applications, version)));
  });
  const setupClient = (client: Client) => client.setRequests(shares.pop() ?? []);
  const result = await autocannon({ url, connections, setupClient, duration });
  assertAll(result, 200);
  return result.requests.average;
}

function postOf(
  { token, udid }: InventoryService['sessions'][number],
  ids: string[],
  version_num: string,
): Request {
  return {
    method: 'POST',
    path: postInstalled.path,
    headers: { 'x-token': token, 'x-udid': udid, 'content-type': 'application/json' },
    body: JSON.stringify({ applications: ids.map((id) => ({ id, version_num })) }),
  };
}
