import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrations } from '../../mock-server/migrations/index.ts';
import type { Tables } from '../../mock-server/migrations/tables.ts';
import { connect } from '../../mock-server/platform/database/connect.ts';
import { newId, now } from '../../mock-server/platform/database/identifiers.ts';
import { migrate } from '../../mock-server/platform/database/migrate.ts';
import { serveParent } from './child.ts';

const ids = (count: number): string[] => Array.from({ length: count }, newId);

/** The limit: the same rows in the same table of the same engine, one durable statement each time, and nothing around it. */
await serveParent(async (argument) => {
  const { rows, milliseconds } = argument as { rows: number; milliseconds: number };
  const home = await mkdtemp(join(tmpdir(), 'appshelf-raw-'));
  const file = join(home, 'raw.sqlite');
  const { db, close } = await connect({ file });
  await migrate(db, migrations);
  await close();
  const perSecond = upserts(file, rows, milliseconds);
  return { ready: { perSecond }, stop: () => rm(home, { recursive: true, force: true }) };
});

function upserts(file: string, rows: number, milliseconds: number): number {
  const sqlite = new Sqlite(file);
  // As the service opens it; without references, as nothing else is in these tables.
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = OFF'])
    sqlite.pragma(setting);
  const places = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?)').join();
  const statement = sqlite.prepare(
    `insert into installed (org_id, device, application, version, version_num, reported) values ${places}
     on conflict (org_id, device, application) do update set version = excluded.version,
     version_num = excluded.version_num, reported = excluded.reported`,
  );
  const [org, devices, applications] = [newId(), ids(1000), ids(rows)];
  const started = performance.now();
  let done = 0;
  for (; performance.now() - started < milliseconds; done++) {
    const device = devices[done % devices.length] ?? '';
    const row = (application: string): Tables['installed'] => ({
      org_id: org,
      device,
      application,
      version: null,
      version_num: String(done),
      reported: now(),
    });
    statement.run(applications.flatMap((application) => Object.values(row(application))));
  }
  sqlite.close();
  return done / ((performance.now() - started) / 1000);
}
