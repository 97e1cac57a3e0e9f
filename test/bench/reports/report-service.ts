import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import {
  countDownload,
  type Happened,
  noteDays,
  record,
  takePlaces,
} from '../../../mock-server/features/journals/facade.ts';
import { beforeCommit } from '../../../mock-server/platform/database/changes/before-commit.ts';
import type { Tx } from '../../../mock-server/platform/database/handles.ts';
import { now } from '../../../mock-server/platform/database/identifiers.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';
import { serveParent } from '../child.ts';
import { type Engine, startEngine } from '../engine.ts';
import { percentiles } from '../percentiles.ts';
import { reportWorld, type WorldSize, worldDays } from './report-world.ts';

export interface ReportService {
  url: string;
  token: string;
  userId: string;
  password: string;
  /**
   * The rows of `download_inventory` for a range of days, at most a million, and the milliseconds that the database
   * itself needs to copy them to CSV.
   */
  copy: { dates: string; rows: number; time: number };
  /** Milliseconds that recording adds to a transaction. */
  recording: Record<Recorded, number>;
  /** A person with a device, and an application that they may have. */
  person: { token: string; udid: string };
  application: string;
}

export type Recorded = 'a sign-in' | 'a download' | 'a change of an inventory';

/** The number of rows for which the documentation promises a CSV. */
const mostRows = 1_000_000;

/** The rows of the report for some days, as one statement. */
const inventory = (
  orgId: string,
  from: string,
) => `select versions.app_name, applications.id as app_id, versions.version_num, applications.type,
    users.email, users.first_name, users.last_name, users.user_id, downloads.created, downloads.kind,
    devices.id as device_id, devices.name, devices.model, devices.form_factor
  from downloads
  left join users on users.org_id = downloads.org_id and users.id = downloads."user"
  left join devices on devices.org_id = downloads.org_id and devices.id = downloads.device
  left join applications on applications.org_id = downloads.org_id and applications.id = downloads.application
  left join versions on versions.org_id = downloads.org_id and versions.id = downloads.version
  where downloads.org_id = '${orgId}' and downloads.created >= '${from}'
  order by downloads.created desc, downloads.id desc`;

/** The service with a world of reports, on SQLite or PostgreSQL. */
await serveParent(async (argument) => {
  const { engine, ...size } = argument as WorldSize & { engine: Engine };
  const stopEngine = await startEngine(engine);
  const service = await startService({ limits: { passwordMemory: 19_456, passwordPasses: 2 } });
  await reportWorld(service, size);
  await untilNoticed();
  const copy = await timeCopy(service, size.rows);
  await untilNoticed();
  const { token, userId, password } = service.admin;
  const app = await publishAndroid(service, 'org.example.recorded');
  const group = await makeGroup(service, 'Recorded', { apps: [{ id: app.psk }] });
  const person = await service.signIn(await service.makeUser({ groups: [group] }));
  const ready: ReportService = {
    url: service.url,
    token,
    userId,
    password,
    copy,
    recording: await timeRecordings(service, app.id),
    person,
    application: app.id,
  };
  const stop = async () => {
    await service.stop();
    await stopEngine();
  };
  return { ready, stop };
});

/**
 * Waits until this process notices which connections have ended: SQLite blocks it for minutes, and ended connections
 * must not be used again.
 */
function untilNoticed(): Promise<void> {
  return setTimeout(1_000);
}

/** Measures the database's own copy of the last days that have at most the promised number of rows. */
async function timeCopy(service: TestService, rows: number): Promise<ReportService['copy']> {
  const { admin, platform } = service;
  const days = Math.floor(Math.min(1, mostRows / rows) * worldDays);
  const [from = '', to = ''] = [days, 0].map((before) =>
    new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10),
  );
  const { count } = await platform.database.db
    .selectFrom('downloads')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', admin.orgId)
    .where('created', '>=', from)
    .executeTakeFirstOrThrow();
  const started = performance.now();
  await copy(service, inventory(admin.orgId, from));
  return { dates: `${from},${to}`, rows: Number(count), time: performance.now() - started };
}

/** PostgreSQL copies by itself. SQLite has no such statement in this process, so its rows are only joined. */
async function copy({ platform }: TestService, statement: string): Promise<void> {
  const { database } = platform.config;
  if ('url' in database) {
    await sql
      .raw(`copy (${statement}) to program 'cat > /dev/null' with csv header`)
      .execute(unguarded(platform.database.db));
    return;
  }
  const sqlite = new SqliteDatabase(database.file, { readonly: true });
  const file = await open(join(platform.config.dataDir, 'copy.csv'), 'w');
  let lines: string[] = [];
  for (const row of sqlite.prepare(statement).raw().iterate() as Iterable<unknown[]>) {
    if (lines.push(row.map((cell) => `"${String(cell)}"`).join()) < 5_000) continue;
    await file.write(`${lines.join('\r\n')}\r\n`);
    lines = [];
  }
  await file.write(lines.join('\r\n'));
  await file.close();
  sqlite.close();
}

async function timeRecordings(
  service: TestService,
  application: string,
): Promise<ReportService['recording']> {
  const { orgId: org_id, id: user } = service.admin;
  const signIn: Happened = { kind: 'sign_in', way: 'service', succeeded: true, reason: null, user };
  const installed = [{ application, version: null }];
  const change: Happened = { kind: 'inventory_change', user, installed, removed: [] };
  return {
    'a sign-in': await timeRecording(service, (tx) => record(tx, org_id, signIn)),
    'a download': await timeRecording(service, (tx) =>
      beforeCommit(tx, 'downloads', async () => {
        const at = now();
        const [position = 0] = await takePlaces(tx, org_id, 'download', 1);
        await noteDays(tx, org_id, 'download', [{ at, position }]);
        await countDownload(tx, { org_id, application, type: 'native', at });
      }),
    ),
    'a change of an inventory': await timeRecording(service, (tx) => record(tx, org_id, change)),
  };
}

/** Measures a small transaction with a record and without. */
async function timeRecording({ platform, admin }: TestService, note: (tx: Tx) => void): Promise<number> {
  const change = (records: boolean) =>
    platform.database.transaction(async (tx) => {
      await tx
        .updateTable('users')
        .set({ modified: new Date().toISOString() })
        .where('org_id', '=', admin.orgId)
        .where('id', '=', admin.id)
        .execute();
      if (records) note(tx);
    });
  const without = await percentiles(() => change(false));
  const withRecord = await percentiles(() => change(true));
  return Math.max(0, withRecord.p50 - without.p50);
}
