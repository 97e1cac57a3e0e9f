import { afterAll, expect, test } from 'vitest';
import {
  readJournalHead,
  recordActivity,
  reservePositions,
} from '../../mock-server/features/journals/facade.ts';
import { runBeforeCommit } from '../../mock-server/platform/database/changes/transaction-state.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();
const { platform } = service;
const own = platform.database;
/** The databases of two instances; on SQLite there is one process, whose database all writers share. */
const instances = own.dialect === 'sqlite' ? [own] : [own, await connect(platform.config.database)];
afterAll(() => instances[1]?.close());

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const writers = 6;
const each = 40;
const org = 'journal';

/** A writer's transaction: takes its position early or late, stays open for a while; some are rolled back. */
async function write(database: Database, writer: number, count: number): Promise<string[]> {
  const name = `${writer}-${count}`;
  const early = (writer + count) % 2 === 0;
  try {
    await database.transaction(async (tx) => {
      if (early) {
        const position = await reservePositions(tx, org, 'catalog_open', 1);
        await turns(count % 7);
        await tx
          .insertInto('activity')
          .values({ ...row, position, user: name })
          .execute();
      } else recordActivity(tx, org, { kind: 'catalog_open', user: name });
      await turns((writer * count) % 5);
      if (count % 9 === 8) throw new Error('taken back');
    });
    return [name];
  } catch (error) {
    if (error instanceof Error && error.message === 'taken back') return [];
    throw error;
  }
}

const row = {
  org_id: org,
  kind: 'catalog_open',
  at: new Date().toISOString(),
  device: null,
  application: null,
  version: null,
  details: '{}',
};

const rowsAfter = (database: Database, position: number) =>
  database.db
    .selectFrom('activity')
    .select(['position', 'user'])
    .where('org_id', '=', org)
    .where('kind', '=', 'catalog_open')
    .where('position', '>', position)
    .orderBy('position')
    .limit(7)
    .execute();

test('who reads on while others write sees every row once', async () => {
  let writing = true;
  const follow = async (database: Database) => {
    const seen: (string | null)[] = [];
    for (let position = 0; ; ) {
      const ending = !writing;
      const rows = await rowsAfter(database, position);
      seen.push(...rows.map(({ user }) => user));
      position = rows.at(-1)?.position ?? position;
      if (ending && rows.length === 0) return seen;
      await turns(1);
    }
  };
  const write100 = async (writer: number) => {
    const written: string[] = [];
    const database = instances[writer % instances.length] ?? service.platform.database;
    for (let count = 0; count < each; count++) {
      written.push(...(await write(database, writer, count)));
    }
    return written;
  };
  const writes = Promise.all(Array.from({ length: writers }, (_, writer) => write100(writer))).finally(() => {
    writing = false;
  });
  const followers = await Promise.all(instances.map(follow));
  const written = (await writes).flat();
  expect(written.length).toBeGreaterThan(writers * 30);
  for (const seen of followers) expect(new Set(seen)).toEqual(new Set(written));
  for (const seen of followers) expect(seen).toHaveLength(written.length);
});

test('positions have no gaps, also where transactions were taken back', async () => {
  const { rows, last } = await service.platform.database.db
    .selectFrom('activity')
    .select((select) => [select.fn.countAll<number>().as('rows'), select.fn.max('position').as('last')])
    .where('org_id', '=', org)
    .executeTakeFirstOrThrow();
  expect(last).toBe(rows);
});

test('what one transaction records keeps its order, and a day that was taken back is noted by the next transaction', async () => {
  const { database } = service.platform;
  const own = 'order';
  const record3 = (names: readonly string[], isTakenBack: boolean) =>
    database.transaction(async (tx) => {
      for (const user of names) recordActivity(tx, own, { kind: 'catalog_open', user });
      if (isTakenBack) runBeforeCommit(tx, 'counts', () => Promise.reject(new Error('taken back')));
    });
  await expect(record3(['x', 'y'], true)).rejects.toThrow('taken back');
  await record3(['a', 'b', 'c'], false);
  await record3(['d'], false);
  const rows = await database.db
    .selectFrom('activity')
    .select(['position', 'user'])
    .where('org_id', '=', own)
    .orderBy('position')
    .execute();
  expect(rows).toEqual(['a', 'b', 'c', 'd'].map((user, place) => ({ position: place + 1, user })));
  const days = database.db.selectFrom('activity_days').select(['day', 'first']).where('org_id', '=', own);
  const [today] = await days.execute();
  expect(today).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), first: 1 });
  expect(await readJournalHead(database.db, own, 'catalog_open')).toBe(4);
});
