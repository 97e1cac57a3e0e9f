import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import type { Area, Operation } from '../../contract/common/operation.ts';
import { takesApiTokens } from '../../contract/common/token-scopes.ts';
import { operations } from '../../contract/operations.ts';

/** Names of fields that are about objects or settings of an area. */
const byName: readonly (readonly [RegExp, Area])[] = [
  [/^(add_)?(user|administrator|person|people|member)s?(_ids?|_psks?)?$|noncompliant_users/, 'users'],
  [/^groups?(_ids?|_psks?|_names?)?$/, 'groups'],
  [/^(app|application|version)s?(_ids?|_psks?)?$/, 'applications'],
  [/^credentials?(_ids?|_psks?)?$|^p12_/, 'credentials'],
  [/^(policy|policies)(_ids?)?$/, 'policies'],
  [/^(category|categories)(_ids?|_psks?)?$/, 'categories'],
  [/^webhooks?(_ids?)?$/, 'webhooks'],
  [/^devices?(_ids?)?$|^udid$/, 'devices'],
  [/^(scopes|password_complexity|security_level)$|^(session|remember_me)_timeout|^sessions?_/, 'identity'],
  [/^push_cert|^apns_|^fcm_/, 'notifications'],
  [/^activity_retention/, 'reports'],
  [/^days_kept$|^audit/, 'audit'],
  [/^deleted_users_/, 'privacy'],
  [/^terms$/, 'terms'],
];

interface Field {
  name: string;
  schema: TSchema;
}

function fieldsOf(schema: TSchema | undefined): Field[] {
  if (schema === undefined) return [];
  if ('properties' in schema)
    return Object.entries(schema.properties as Record<string, TSchema>).map(([name, one]) => ({
      name,
      schema: one,
    }));
  return partsOf(schema).flatMap(fieldsOf);
}

const partsOf = (schema: TSchema): TSchema[] => [
  ...('anyOf' in schema ? (schema.anyOf as TSchema[]) : []),
  ...('items' in schema ? [schema.items as TSchema] : []),
];

const declared: readonly Operation[] = operations;
const byToken = declared.filter(takesApiTokens);
const sentTo = ({ body, files = [] }: Operation): Field[] => [
  ...fieldsOf(body),
  ...files.map((name) => ({ name, schema: {} })),
];

/** The areas that a field belongs to by its name, and by the fields within it, when an operation there takes the same. */
function areasOf({ name, schema }: Field): Set<Area> {
  const areas = new Set(byName.flatMap(([pattern, area]) => (pattern.test(name) ? [area] : [])));
  const within = fieldsOf(schema).map((field) => field.name);
  if (within.length < 3) return areas;
  for (const { area, body } of byToken) {
    const names = new Set(fieldsOf(body).map((field) => field.name));
    if (within.every((one) => names.has(one))) areas.add(area);
  }
  return areas;
}

/** Fields that reach into another area, and declare no scope. */
const undeclared = (operation: Operation): string[] =>
  sentTo(operation)
    .filter((field) => {
      const areas = areasOf(field);
      return areas.size > 0 && !areas.has(operation.area) && !operation.fieldScopes?.[field.name];
    })
    .map((field) => field.name);

test.each(byToken)('$name declares the scope of each field that reaches into another area', (operation) => {
  expect(undeclared(operation)).toEqual([]);
});

test('a planted field of another area is found, by its name and by what is in it', () => {
  const addUser = declared.find(({ name }) => name === 'addUser');
  const planted = (name: string, schema: TSchema): string[] =>
    undeclared({
      ...(declared.find((one) => one.name === 'addWebhook') as Operation),
      body: { properties: { [name]: schema } },
    });
  expect(planted('credentials_id', {})).toEqual(['credentials_id']);
  expect(planted('owner', addUser?.body ?? {})).toEqual(['owner']);
  expect(planted('description', {})).toEqual([]);
});

test('a declared scope is that of a field which the operation takes', () => {
  const unknown = declared.flatMap((operation) => {
    const names = new Set(sentTo(operation).map(({ name }) => name));
    return Object.keys(operation.fieldScopes ?? {}).filter((field) => !names.has(field));
  });
  expect(unknown).toEqual([]);
  const neverUsed = declared.filter((one) => one.fieldScopes && !takesApiTokens(one)).map(({ name }) => name);
  expect(neverUsed).toEqual([]);
});
