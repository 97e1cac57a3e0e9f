import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { migrations } from '../../../mock-server/migrations/index.ts';
import type { Tables } from '../../../mock-server/migrations/tables.ts';
import { connect, type DatabaseLocation } from '../../../mock-server/platform/database/connect.ts';
import { createId } from '../../../mock-server/platform/database/identifiers.ts';
import { migrate } from '../../../mock-server/platform/database/migrate.ts';
import { freshDatabase } from '../../setup/database/database.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';

export interface RawUpserts {
  engine: Engine;
  /** Rows that one statement writes. */
  rows: number;
  milliseconds: number;
  /** Statements at the same time, where the engine allows that. */
  connections: number;
}

const ids = (count: number): string[] => Array.from({ length: count }, createId);

/** The limit: the same rows in the same table of the same engine, one durable statement at a time, and nothing else. */
await serveParent(async (argument) => {
  const { engine, rows, milliseconds, connections } = argument as RawUpserts;
  const stopEngine = await startEngine(engine);
  const home = await mkdtemp(join(tmpdir(), 'appshelf-raw-'));
  const database = await freshDatabase(home);
  const { location } = database;
  const { db, close } = await connect(location);
  await migrate(db, migrations);
  await close();
  const run = await statement(location, rows, connections);
  const perSecond = await howOften(run, rows, milliseconds, 'url' in location ? connections : 1);
  await run.end();
  const stop = async () => {
    await database.remove();
    await rm(home, { recursive: true, force: true });
    await stopEngine();
  };
  return { ready: { perSecond }, stop };
});

interface Upsert {
  run(values: unknown[]): Promise<unknown>;
  end(): Promise<void>;
}

/** A function and no constant, because it is called before the module's constants after the first `await` exist. */
function upsert(rows: number, place: (at: number) => string): string {
  const columns = ['org_id', 'device', 'application'];
  const row = (at: number) => `(${columns.map((_, column) => place(at * columns.length + column)).join()})`;
  return `insert into installed (${columns.join()}) values ${Array.from({ length: rows }, (_, at) => row(at)).join()}
    on conflict (org_id, device, application) do update set application = excluded.application`;
}

/**
 * Without foreign keys, because these tables have nothing else, and without the triggers of the audit log, which this
 * table does not have.
 */
async function statement(location: DatabaseLocation, rows: number, connections: number): Promise<Upsert> {
  if ('file' in location) {
    const sqlite = new Sqlite(location.file);
    // The service opens its database with these settings.
    for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = OFF'])
      sqlite.pragma(setting);
    const prepared = sqlite.prepare(upsert(rows, () => '?'));
    return { run: async (values) => prepared.run(values), end: async () => void sqlite.close() };
  }
  const options = '-c session_replication_role=replica';
  const pool = new pg.Pool({ connectionString: location.url, max: connections, options });
  const text = upsert(rows, (at) => `$${at + 1}`);
  return { run: (values) => pool.query({ name: 'upsert', text, values }), end: () => pool.end() };
}

async function howOften(
  { run }: Upsert,
  rows: number,
  milliseconds: number,
  connections: number,
): Promise<number> {
  const [org, devices, applications] = [createId(), ids(1000), ids(rows)];
  const started = performance.now();
  let done = 0;
  const inTurn = async () => {
    while (performance.now() - started < milliseconds) {
      done += 1;
      const device = devices[done % devices.length] ?? '';
      const row = (application: string): Tables['installed'] => ({
        org_id: org,
        device,
        application,
      });
      await run(applications.flatMap((application) => Object.values(row(application))));
    }
  };
  await Promise.all(Array.from({ length: connections }, inTurn));
  return done / ((performance.now() - started) / 1000);
}
