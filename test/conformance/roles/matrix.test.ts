import { Type } from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { type Arguments, Requests } from '../../setup/requests.ts';
import { byTier, cyclicSlice } from '../../setup/run/tier.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { expected, type Place, places } from './places.ts';
import { named, requestFor, send } from './requests.ts';
import { type CallerName, callerNames, table } from './table.ts';
import { Touched, unwatched } from './touched.ts';
import { nobodysJob, World } from './world.ts';

const world = await World.start();
const touched = await Touched.begin(world.service);
afterAll(() => world.stop());

const rows = table.map((row) => ({
  row,
  name: row.operation,
  operation: operations.find((operation) => operation.name === row.operation),
}));

/**
 * Access is decided before the database is asked: on PostgreSQL every operation is sent only by every role to its own
 * organization.
 */
const seen = process.env.TEST_DATABASE === 'postgres' ? (['own'] as const) : places;

test('every operation of the contract is in the table, and none beside them', () => {
  const names = operations.map((operation) => operation.name);
  expect(table.map((row) => row.operation).sort()).toEqual(names.sort());
});

test('what is written is watched in every table but those that say why not', async () => {
  const all = await withoutGuard(world.service.platform.database.db).introspection.getTables();
  const watched = await touched.tables();
  const left = all.map(({ name }) => name).filter((name) => !watched.includes(name));
  const whole = Object.entries(unwatched).filter(([, { events }]) => events.length === 3);
  expect(left.sort()).toEqual(whole.map(([name]) => name).sort());
});

test('what a refusal must not leave is noted: other days for the audit log, and work for later', async () => {
  const { platform, admin } = world.service;
  const { written } = await touched.during(() =>
    platform.database.transaction(async (tx) => {
      const settings = { org_id: admin.orgId, days_kept: null };
      await tx.insertInto('audit_settings').values(settings).execute();
      await platform.jobs.enqueue(tx, admin.orgId, { name: nobodysJob, payload: Type.Null() }, null);
    }),
  );
  expect(written).toEqual(expect.arrayContaining(['insert audit_settings', 'insert jobs', 'insert audit']));
});

type Ask = (name: CallerName) => Promise<Arguments>;
type Told = Record<string, string>;

/** The answers to callers that must be refused, and what these requests wrote. */
async function refused(
  operation: Operation,
  place: Place,
  callers: readonly CallerName[],
  ask: Ask,
): Promise<{ told: Told; written: string[] }> {
  if (callers.length === 0) return { told: {}, written: [] };
  const requests = new Map<CallerName, Arguments>();
  for (const name of callers) requests.set(name, await ask(name));
  const { result, written } = await touched.during(async () => {
    const reported: Told = {};
    for (const [name, request] of requests)
      reported[name] = outcomeOf(await send(operation, world.at(place), request));
    return reported;
  });
  return { told: result, written };
}

/**
 * The same; requests that wrote something are repeated: what a refusal itself writes is written each time, what
 * something else wrote meanwhile is not.
 */
async function refusedInPeace(...request: Parameters<typeof refused>): ReturnType<typeof refused> {
  const first = await refused(...request);
  return first.written.length === 0 ? first : refused(...request);
}

/** The answer to each caller, and what was written for those that must be refused. */
async function tell(operation: Operation, place: Place, ask: Ask, outcomes: Record<CallerName, Outcome>) {
  const isIn = (name: CallerName) => outcomes[name] === 'through';
  const others = callerNames.filter((name) => !isIn(name));
  const { told: reported, written } = await refusedInPeace(operation, place, others, ask);
  for (const name of callerNames.filter(isIn))
    reported[name] = outcomeOf(await send(operation, world.at(place), await ask(name)));
  return { told: reported, written };
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

/** The callers that the documented form refuses at home: a stranger, and the one with the fewest rights. */
const few = ['nobody', 'user'] as const;
const formNames = Object.keys(forms);

/**
 * The forms in which an operation is requested at a place: at home on SQLite all of them, in a complete run. Elsewhere
 * one that varies with operation and place, so that together all are used.
 */
function formsAt(index: number, place: Place): string[] {
  const count = place === 'own' && seen.length > 1 ? byTier(1, 8) : 1;
  return cyclicSlice(formNames, index + places.indexOf(place), count);
}

describe('no form of an address lets in whom the documented one refuses', () => {
  const guarded = rows.map((row, index) => ({ ...row, index }));
  test.each(guarded)('$name', async ({ operation, row, index }) => {
    if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`);
    const asked: { what: string; ask(): Promise<string> }[] = [];
    for (const place of places) {
      const at = world.at(place);
      for (const name of few.filter((one) => expected(row, one, place) !== 'through')) {
        const request = {
          ...(await requestFor(operation, at, world.caller(name, place))),
          ...named(at, place),
        };
        for (const form of formsAt(index, place)) {
          const way = new OtherForm(world.service.url, forms[form] ?? String);
          const what = `${name} in the ${place} organization ${form}`;
          asked.push({ what, ask: async () => outcomeOf(await send(operation, at, request, way)) });
        }
      }
    }
    const all = async () => {
      const reported = await Promise.all(asked.map(({ ask }) => ask()));
      return asked.map(({ what }) => what).filter((_, at) => reported[at] === 'through');
    };
    let { result, written } = await touched.during(all);
    if (written.length > 0) ({ result, written } = await touched.during(all));
    expect({ letIn: result, written }).toEqual({ letIn: [], written: [] });
  });
});

/**
 * Operations that change nothing that the audit log observes (decision 44): their rows show who, when, on what and what
 * was sent.
 */
const withoutBefore: Record<string, string> = {
  createUpload: 'a file on its way',
  deleteUpload: 'a file on its way',
  makeInspectionKey: 'gives out a key, and keeps none',
  resendDelivery: 'work that waits',
  retryJob: 'work that waits',
  deleteJob: 'work that waits',
};

/** What `world.ts` changes in the database itself. */
const byHand: ReadonlySet<string | null> = new Set(['inspection', 'user']);

// Generated from the contract, so that no operation can be forgotten. By now each was called by all callers that may.
test('every operation that changes something has left a row in the audit log, with before and after', async () => {
  const done = await world.service.platform.database.db
    .selectFrom('audit')
    .select(['action', 'details', 'kind'])
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
  // What people do on their own is not observed, or it would stand there as done by hand beside what `world.ts` does.
  const outside = done.filter(({ action, kind }) => action === 'outside' && !byHand.has(kind));
  expect(outside).toEqual([]);
});
