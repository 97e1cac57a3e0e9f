import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { outcomeOf } from './outcome.ts';
import { expected, type Place, places } from './places.ts';
import { named, requestFor, send } from './requests.ts';
import { type CallerName, callerNames, table } from './table.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

async function outcome(operation: Operation, name: CallerName, place: Place): Promise<string> {
  const [at, caller] = [world.at(place), world.caller(name, place)];
  const request = await requestFor(operation, at, caller);
  return outcomeOf(await send(operation, at, { ...request, ...named(at, place) }));
}

const rows = table.map((row) => ({
  row,
  name: row.operation,
  operation: operations.find((operation) => operation.name === row.operation),
}));

/** Who may act where is decided before a database knows: on PostgreSQL every operation is sent by every role to their own. */
const seen = process.env.TEST_DATABASE === 'postgres' ? (['own'] as const) : places;

test('every operation of the contract is in the table, and none beside them', () => {
  const names = operations.map((operation) => operation.name);
  expect(table.map((row) => row.operation).sort()).toEqual(names.sort());
});

describe.each(seen)('what each role is told in the %s organization', (place) => {
  test.each(rows)('$name', async ({ operation, row }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const told: Record<string, string> = {};
    for (const name of callerNames) told[name] = await outcome(operation, name, place);
    expect(told).toEqual(Object.fromEntries(callerNames.map((name) => [name, expected(row, name, place)])));
  });
});

const naming = rows.filter(({ operation }) => /:(organization|org_id)\b/.test(operation?.path ?? ''));

describe.each(seen)('what each role is told of the %s organization, named only by the path', (place) => {
  test.each(naming)('$name', async ({ operation, row }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const [at, told] = [world.at(place), {} as Record<string, string>];
    for (const name of callerNames) {
      const request = await requestFor(operation, at, world.caller(name, place));
      told[name] = outcomeOf(await send(operation, at, request));
    }
    const roleIsAsked = (name: CallerName) => row.own[name] === 'no';
    expect(told).toEqual(
      Object.fromEntries(
        callerNames.map((name) => [name, roleIsAsked(name) ? 'forbidden' : expected(row, name, place)]),
      ),
    );
  });
});

// Generated from the contract, so that no operation can be forgotten. By now each was called by who may call it.
test('every operation that changes something has left a row in the audit log', async () => {
  const done = await world
    .at('own')
    .service.platform.database.db.selectFrom('audit')
    .select('action')
    .where('outcome', '=', 'done')
    .distinct()
    .execute();
  const recorded = new Set(done.map((row) => row.action));
  const changing = operations.filter(
    ({ method, recorded: isRecorded }) => method !== 'GET' && isRecorded !== false,
  );
  expect(changing.map(({ name }) => name).filter((name) => !recorded.has(name))).toEqual([]);
});
