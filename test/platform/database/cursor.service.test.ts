import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openService } from '../../setup/open-service.ts';

const service = await openService();

test('opens two cursors at a time, each of which returns its rows in order, and none once it is closed', async () => {
  const { cursors } = service.platform.database;
  const query = (first: number) => sql<{ n: number }>`select n from generate_series(${first}::int, 5) as n`;
  const [one, other] = [await cursors.open(query(4)), await cursors.open(query(1))];
  expect(await cursors.open(query(1))).toBeNull();
  expect(await other?.fetch(3)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await one?.fetch(3)).toEqual([{ n: 4 }, { n: 5 }]);
  expect(await one?.fetch(3)).toEqual([]);
  await one?.close();
  expect(await one?.fetch(3)).toBeNull();
  const third = await cursors.open(query(5));
  expect(await third?.fetch(3)).toEqual([{ n: 5 }]);
  await Promise.all([other?.close(), third?.close()]);
});

test('opens two of many that are requested at the same moment', async () => {
  const { cursors } = service.platform.database;
  const query = sql<{ n: number }>`select 1 as n`;
  const found = await Promise.all(Array.from({ length: 6 }, () => cursors.open(query)));
  const opened = found.filter((cursor) => cursor !== null);
  expect(opened).toHaveLength(2);
  await Promise.all(opened.map((cursor) => cursor.close()));
  const again = await cursors.open(query);
  expect(await again?.fetch(1)).toEqual([{ n: 1 }]);
  await again?.close();
});
