import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Cursor } from '../../../mock-server/platform/database/postgres/cursor.ts';
import { openService } from '../../setup/open-service.ts';

const service = await openService();

test('two cursors are open at a time, each gives its rows in their order, and none once it is closed', async () => {
  const { db } = service.platform.database;
  const query = (least: number) => sql<{ n: number }>`select n from generate_series(${least}::int, 5) as n`;
  const [one, other] = [await Cursor.open(db, query(4)), await Cursor.open(db, query(1))];
  expect(await Cursor.open(db, query(1))).toBeNull();
  expect(await other?.fetch(3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await one?.fetch(3)).toEqual([{ n: 4 }, { n: 5 }]);
  expect(await one?.fetch(3)).toEqual([]);
  await one?.close();
  expect(await one?.fetch(3)).toBeNull();
  const third = await Cursor.open(db, query(5));
  expect(await third?.fetch(3)).toEqual([{ n: 5 }]);
  await Promise.all([other?.close(), third?.close()]);
});

test('of many who come at the same moment two are let in', async () => {
  const { db } = service.platform.database;
  const query = sql<{ n: number }>`select 1 as n`;
  const cursors = await Promise.all(Array.from({ length: 6 }, () => Cursor.open(db, query)));
  const opened = cursors.filter((cursor) => cursor !== null);
  expect(opened).toHaveLength(2);
  await Promise.all(opened.map((cursor) => cursor.close()));
  const again = await Cursor.open(db, query);
  expect(await again?.fetch(1)).toEqual([{ n: 1 }]);
  await again?.close();
});
