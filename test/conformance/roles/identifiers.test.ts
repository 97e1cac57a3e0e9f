import { afterAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../contract/common/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { createId } from '../../../mock-server/platform/database/identifiers.ts';
import type { Answer } from '../../setup/answers.ts';
import type { Arguments } from '../../setup/requests.ts';
import { byTier } from '../../setup/run/tier.ts';
import { identifierFields, type Kind, namings } from './body-identifiers.ts';
import { requestFor, send } from './requests.ts';
import { type Rows, rowsOf } from './rows.ts';
import { type Organization, World } from './world.ts';

const world = await World.start();
const admin = await world.top.makeCaller('admin');
afterAll(() => world.stop());

/**
 * Organizations of which an administrator at the top sees nothing while acting in their own: this includes the one
 * below.
 */
const others = (['child', 'foreign', 'grandchild'] as const).slice(0, byTier(2, 3));

/** An answer without what differs between requests: the requested identifier, and the error's guid. */
function bare(answer: Answer, identifier: string): unknown {
  const text = JSON.stringify([answer.status, answer.headers.get('location'), answer.body]);
  return JSON.parse(text.replaceAll(identifier, '*').replace(/"guid":"[^"]+"/g, '"guid":"*"')) as unknown;
}

/** The answer to an administrator in their own organization when the request names this. */
async function answerTo(operation: Operation, identifier: string, change: Arguments): Promise<unknown> {
  const request = await requestFor(operation, world.top, admin);
  const params = { ...request.params, ...change.params };
  return bare(await send(operation, world.top, { ...request, ...change, params }), identifier);
}

/** The rows of an organization after the last request that named one of its objects: the rows before the next one. */
const last = new Map<string, Rows>();

/**
 * The caller's answer and the changes in the other organization: when the request names one of its identifiers, and
 * when it names a made-up one.
 */
async function compare(at: Organization, theirs: string, ask: (identifier: string) => Promise<unknown>) {
  const before = last.get(at.id) ?? (await rowsOf(world.service, at.id));
  const nothing = { answer: await ask(createId()), rows: before };
  const reported = { answer: await ask(theirs), rows: await rowsOf(world.service, at.id) };
  last.set(at.id, reported.rows);
  return { nothing, told: reported };
}

/**
 * The objects that parameters of paths name. Categories and slots are left out: their numbers are the same in every
 * organization.
 */
const pathKinds: Record<string, (at: Organization) => string> = {
  user: (at) => at.person.id,
  device: (at) => at.person.device,
  group: (at) => at.groupId,
  application: (at) => at.application.id,
  app_psk: (at) => at.application.id,
  version: (at) => at.application.versionId,
  category: (at) => at.categoryId,
  api_token: (at) => at.apiToken,
  session: (at) => at.apiToken,
  job: (at) => at.job,
  upload: (at) => at.upload,
  credentials: (at) => at.credentials,
  configuration: (at) => at.preset,
  terms: (at) => at.terms,
  review: (at) => at.review,
  webhook: (at) => at.told.webhook,
  delivery: (at) => at.told.delivery,
};
const notOurs = new Set(['slot', 'organization', 'org_id', 'policy', 'report_name', 'feed_name']);
const inPaths = operations
  .filter((operation) => operation.context !== 'none' && operation.context !== 'direct_install')
  .flatMap((operation) =>
    Object.keys(operation.params?.properties ?? {})
      .filter((parameter) => !notOurs.has(parameter))
      .map((parameter) => ({ name: operation.name, operation, parameter })),
  );

test('every parameter of a path is known here', () => {
  const known = [...Object.keys(pathKinds), ...notOurs];
  const parameters = operations.flatMap((operation) => Object.keys(operation.params?.properties ?? {}));
  expect([...new Set(parameters)].filter((parameter) => !known.includes(parameter))).toEqual([]);
});

describe.each(others)('an identifier of the %s organization is nobody’s at home', (place) => {
  test.each(inPaths)('in the path of $name, as :$parameter', async ({ operation, parameter }) => {
    const at = world.at(place);
    const theirs = pathKinds[parameter]?.(at) ?? '';
    const { told: reported, nothing } = await compare(at, theirs, (identifier) =>
      answerTo(operation, identifier, { params: { [parameter]: identifier } }),
    );
    expect(reported).toEqual(nothing);
  });

  // The organization below may be named as the parent of a new one.
  const inBodies = namings.filter(({ kind }) => kind !== 'organization' || place === 'foreign');

  test.each(inBodies)('in the body of $operation, as $field ($kind)', async (naming) => {
    const operation = operations.find(({ name }) => name === naming.operation);
    if (operation === undefined) throw new Error(`There is no operation ${naming.operation}.`);
    const at = world.at(place);
    const { told: reported, nothing } = await compare(at, bodyKinds[naming.kind](at), (identifier) =>
      answerTo(operation, identifier, { body: naming.body(identifier, world.top) }),
    );
    expect(reported).toEqual(nothing);
  });
});

const bodyKinds: Record<Kind, (at: Organization) => string> = {
  user: (at) => at.person.id,
  login: (at) => at.person.userId,
  group: (at) => at.groupId,
  application: (at) => at.application.id,
  version: (at) => at.application.versionId,
  organization: (at) => at.id,
};

test('what installs without signing in is not found under the name of another organization', async () => {
  const direct = operations.filter(({ context }) => context === 'direct_install');
  for (const operation of direct) {
    const request = await requestFor(operation, world.top, undefined);
    expect((await send(operation, world.top, { ...request, org: world.top.id })).status).toBe(302);
    for (const at of [world.middle, world.foreign]) {
      const answer = await send(operation, world.top, { ...request, org: at.id });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 11 } } });
    }
  }
});

/** The same for the caller's own organization; objects and people to be deleted are made for it. */
const ofOurs: Record<Kind, (at: Organization) => Promise<string> | string> = {
  ...bodyKinds,
  user: async (at) => (await at.makeUser()).id,
  login: async (at) => (await at.makeUser()).userId,
  application: async (at) => (await at.makeApplication()).id,
};

test.each(namings)(
  'an identifier of ours is found in the body of $operation, as $field ($kind)',
  async (naming) => {
    const operation = operations.find(({ name }) => name === naming.operation);
    if (operation === undefined) throw new Error(`There is no operation ${naming.operation}.`);
    const body = naming.body(await ofOurs[naming.kind](world.top), world.top);
    const request = await requestFor(operation, world.top, admin);
    const answer = await send(operation, world.top, { ...request, body });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('"error"');
  },
);

test('every identifier that a body of the contract carries is tried', () => {
  const tried = new Set(namings.map(({ operation, field }) => `${operation} ${field}`));
  // Numbers that every organization has: they belong to no organization in particular.
  tried.add('setApplicationCategories category_psk');
  const declared = operations.flatMap((operation) =>
    identifierFields(operation).map((field) => `${operation.name} ${field}`),
  );
  expect(declared.filter((field) => !tried.has(field))).toEqual([]);
});
