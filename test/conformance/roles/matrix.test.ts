import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { type Arguments, Requests } from '../../setup/requests.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { expected, type Place, places } from './places.ts';
import { named, requestFor, send } from './requests.ts';
import { type CallerName, callerNames, table } from './table.ts';
import { Touched } from './touched.ts';
import { World } from './world.ts';

let world: World;
let touched: Touched;
beforeAll(async () => {
  world = await World.start();
  touched = await Touched.begin(world.service);
});
afterAll(() => world.stop());

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

type Ask = (name: CallerName) => Promise<Arguments>;
type Told = Record<string, string>;

/** What callers are told who are to be refused, each asking in these ways, and what that has written. */
async function refused(
  operation: Operation,
  place: Place,
  callers: readonly CallerName[],
  ask: Ask,
  ways: readonly Requests[] = [world.service],
): Promise<{ told: Told[]; written: string[] }> {
  if (callers.length === 0) return { told: [{}], written: [] };
  const requests = new Map<CallerName, Arguments>();
  for (const name of callers) requests.set(name, await ask(name));
  const { result, written } = await touched.during(async () => {
    const told: Told[] = [];
    for (const way of ways) {
      const answers: Told = {};
      for (const [name, request] of requests)
        answers[name] = outcomeOf(await send(operation, world.at(place), request, way));
      told.push(answers);
    }
    return told;
  });
  return { told: result, written };
}

/** The same, again where something was written: what a refusal writes, it writes each time; what something else did meanwhile, that does not. */
async function refusedInPeace(...asked: Parameters<typeof refused>): ReturnType<typeof refused> {
  const first = await refused(...asked);
  return first.written.length === 0 ? first : refused(...asked);
}

/** What each caller is told, and what was written for those who are to be refused. */
async function tell(operation: Operation, place: Place, ask: Ask, outcomes: Record<CallerName, Outcome>) {
  const isIn = (name: CallerName) => outcomes[name] === 'through';
  const others = callerNames.filter((name) => !isIn(name));
  const { told: all, written } = await refusedInPeace(operation, place, others, ask);
  const told: Told = { ...all[0] };
  for (const name of callerNames.filter(isIn))
    told[name] = outcomeOf(await send(operation, world.at(place), await ask(name)));
  return { told, written };
}

const forCallers = (outcome: (name: CallerName) => Outcome) =>
  Object.fromEntries(callerNames.map((name) => [name, outcome(name)])) as Record<CallerName, Outcome>;

describe.each(seen)('what each role is told in the %s organization', (place) => {
  test.each(rows)('$name', async ({ operation, row }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const at = world.at(place);
    const ask: Ask = async (name) => ({
      ...(await requestFor(operation, at, world.caller(name, place))),
      ...named(at, place),
    });
    const outcomes = forCallers((name) => expected(row, name, place));
    expect(await tell(operation, place, ask, outcomes)).toEqual({ told: outcomes, written: [] });
  });
});

const naming = rows.filter(({ operation }) => /:(organization|org_id)\b/.test(operation?.path ?? ''));

describe.each(seen)('what each role is told of the %s organization, named only by the path', (place) => {
  test.each(naming)('$name', async ({ operation, row }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const ask: Ask = (name) => requestFor(operation, world.at(place), world.caller(name, place));
    const outcomes = forCallers((name) =>
      row.own[name] === 'no' ? 'forbidden' : expected(row, name, place),
    );
    expect(await tell(operation, place, ask, outcomes)).toEqual({ told: outcomes, written: [] });
  });
});

/** Sends every request to its address in another form. */
class OtherForm extends Requests {
  readonly #form: (path: string) => string;

  constructor(url: string, form: (path: string) => string) {
    super(url);
    this.#form = form;
  }

  override fetch(address: string, init?: RequestInit) {
    const [path = '', query] = address.split('?');
    return super.fetch(this.#form(path) + (query === undefined ? '' : `?${query}`), init);
  }
}

const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
const forms: Record<string, (path: string) => string> = {
  'with a slash at its end, or without': (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`),
  'with doubled slashes': (path) => path.replace(/(?<=.)\//g, '//'),
  'with encoded slashes': (path) => path.replace(/(?<=\/v\d\/.*)\//g, '%2f'),
  'with encoded letters': (path) => path.replace(/(?<=\/v\d\/.*)[a-z0-9]/g, code),
  'with an encoded version': (path) => path.replace(/^\/v/, '/%76'),
  'in upper case': (path) => path.toUpperCase(),
  'with the own organization': (path) => path.replace(/^\/v\d/, `$&/org/${world.top.id}`),
  'with the own organization twice': (path) =>
    path.replace(/^\/v\d/, `$&/org/${world.top.id}/org/${world.top.id}`),
};

/** Those whom the documented form refuses at home: a stranger, and who has the fewest rights. */
const few = ['nobody', 'user'] as const;
const guarded = rows.filter(({ row }) => few.some((name) => expected(row, name, 'own') !== 'through'));

describe('no form of an address lets in whom the documented one refuses', () => {
  // Addresses are read before a database is asked: on PostgreSQL one operation stands for all.
  test.each(seen.length > 1 ? guarded : guarded.slice(0, 1))('$name', async ({ operation, row }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const callers = few.filter((name) => expected(row, name, 'own') !== 'through');
    const ways = Object.values(forms).map((form) => new OtherForm(world.service.url, form));
    const ask: Ask = (name) => requestFor(operation, world.top, world.caller(name));
    const { told, written } = await refusedInPeace(operation, 'own', callers, ask, ways);
    const letIn = Object.keys(forms).filter((_, at) => Object.values(told[at] ?? {}).includes('through'));
    expect({ letIn, written }).toEqual({ letIn: [], written: [] });
  });
});

/** Operations that change nothing that the audit log observes (decision 83), so that their rows say who, when, on what and what was sent. */
const withoutBefore: Record<string, string> = {
  createUpload: 'a file on its way',
  deleteUpload: 'a file on its way',
  makeInspectionKey: 'gives out a key, and keeps none',
  postInstalled: 'what a device says that it has',
  reportOpenings: 'what a device says that was used',
  tellLocation: 'what a device says of a permission',
  readMessages: 'what a person has read',
  resendDelivery: 'work that waits',
  retryJob: 'work that waits',
  deleteJob: 'work that waits',
};

// Generated from the contract, so that no operation can be forgotten. By now each was called by who may call it.
test('every operation that changes something has left a row in the audit log, with before and after', async () => {
  const done = await world.service.platform.database.db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('outcome', '=', 'done')
    .execute();
  const tells = new Map<string, boolean>();
  for (const { action, details } of done)
    tells.set(action, tells.get(action) === true || (details?.includes('"changes":[{') ?? false));
  const changing = operations.filter(
    ({ method, recorded: isRecorded }) => method !== 'GET' && isRecorded !== false,
  );
  const names = changing.map(({ name }) => name);
  expect(names.filter((name) => !tells.has(name))).toEqual([]);
  expect(names.filter((name) => tells.get(name) === false)).toEqual(Object.keys(withoutBefore));
});
