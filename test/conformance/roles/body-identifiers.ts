import type { TSchema } from 'typebox';
import { AnyIdentifier, PskList, UserIdentifier } from '../../../contract/common/fields.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { newUser } from '../../setup/world/people.ts';
import { type Organization, unique } from './world.ts';

/** Which identifiers of objects a request's body contains. */
export type Kind = 'user' | 'login' | 'group' | 'application' | 'version' | 'organization';

/**
 * A body of an operation that names one object of an organization; everything else in it belongs to the caller's own
 * organization.
 */
interface Naming {
  operation: string;
  /** Where the identifier stands. */
  field: string;
  kind: Kind;
  body: (identifier: string, own: Organization) => object;
}

const assigned = (at: Organization, version: string) => ({
  id: at.application.id,
  is_latest: false,
  versions: [version],
});
const group = (more: object) => ({ name: unique('Named '), description: '', ...more });

/** Every identifier that a body of the contract contains; written by hand, and checked against the schemas. */
export const namings: readonly Naming[] = [
  { operation: 'createApiToken', field: 'user', kind: 'user', body: (user) => ({ user }) },
  { operation: 'createApiToken', field: 'user', kind: 'login', body: (user) => ({ user }) },
  { operation: 'createToken', field: 'user', kind: 'user', body: (user) => ({ user, name: 'x' }) },
  { operation: 'createToken', field: 'user', kind: 'login', body: (user) => ({ user, name: 'x' }) },
  {
    operation: 'addUser',
    field: 'groups',
    kind: 'group',
    body: (id) => ({ ...newUser(unique('named')), groups: [id] }),
  },
  { operation: 'deleteUsers', field: 'user_ids', kind: 'user', body: (id) => ({ user_ids: [id] }) },
  { operation: 'deleteUsers', field: 'user_ids', kind: 'login', body: (id) => ({ user_ids: [id] }) },
  {
    operation: 'addGroup',
    field: 'users.add_users',
    kind: 'user',
    body: (id) => group({ users: { add_users: [id] } }),
  },
  { operation: 'addGroup', field: 'apps.id', kind: 'application', body: (id) => group({ apps: [{ id }] }) },
  {
    operation: 'addGroup',
    field: 'apps.versions',
    kind: 'version',
    body: (id, own) => group({ apps: [assigned(own, id)] }),
  },
  {
    operation: 'addGroupApplications',
    field: 'app_psk',
    kind: 'application',
    body: (id) => ({ app_psk: [id] }),
  },
  {
    operation: 'addGroupApplications',
    field: 'apps.id',
    kind: 'application',
    body: (id) => ({ apps: [{ id }] }),
  },
  {
    operation: 'addGroupApplications',
    field: 'apps.versions',
    kind: 'version',
    body: (id, own) => ({ apps: [assigned(own, id)] }),
  },
  {
    operation: 'removeGroupApplications',
    field: 'app_psk',
    kind: 'application',
    body: (id) => ({ app_psk: [id] }),
  },
  { operation: 'addGroupUsers', field: 'user_psk', kind: 'user', body: (id) => ({ user_psk: [id] }) },
  { operation: 'removeGroupUsers', field: 'user_psk', kind: 'user', body: (id) => ({ user_psk: [id] }) },
  { operation: 'addUserToGroups', field: 'group_psk', kind: 'group', body: (id) => ({ group_psk: [id] }) },
  {
    operation: 'addOrganization',
    field: 'parent_id',
    kind: 'organization',
    body: (id) => ({ name: unique('Named '), parent_id: id, administrator: newUser(unique('named')) }),
  },
  {
    operation: 'addApplication',
    field: 'groups',
    kind: 'group',
    body: (id) => ({ url: `https://${unique('named')}.example.org/`, groups: [id] }),
  },
  {
    operation: 'publishApplication',
    field: 'groups',
    kind: 'group',
    body: (id) => ({ url: `https://${unique('published')}.example.org/`, groups: [id] }),
  },
  { operation: 'addVersion', field: 'groups', kind: 'group', body: (id) => ({ groups: [id] }) },
  {
    operation: 'postInstalled',
    field: 'applications.id',
    kind: 'application',
    body: (id) => ({ applications: [{ id }] }),
  },
  {
    operation: 'postInstalled',
    field: 'applications.version_id',
    kind: 'version',
    body: (id, own) => ({ applications: [{ id: own.application.id, version_id: id }] }),
  },
  {
    operation: 'reportOpenings',
    field: 'openings.application',
    kind: 'application',
    body: (id) => ({ openings: [{ application: id, times: 1 }] }),
  },
  {
    operation: 'changeInstalled',
    field: 'changes.application',
    kind: 'application',
    body: (id) => ({ changes: [{ application: id, state: 'installed' }] }),
  },
  {
    operation: 'changeInstalled',
    field: 'changes.version_id',
    kind: 'version',
    body: (id, own) => ({
      changes: [{ application: own.application.id, state: 'installed', version_id: id }],
    }),
  },
];

type Node = TSchema & { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] };

const sameSchema = (a: TSchema, b: TSchema) => JSON.stringify(a) === JSON.stringify(b);

/** Fields of a body whose schema is one of the contract's identifiers. */
export function identifierFields(operation: Operation): string[] {
  return operation.body === undefined ? [] : fieldsOf(operation.body, '');
}

function fieldsOf(schema: TSchema, path: string): string[] {
  const node: Node = schema;
  if ([AnyIdentifier, UserIdentifier, PskList].some((one) => sameSchema(schema, one))) return [path];
  if (node.items !== undefined) return fieldsOf(node.items, path);
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) =>
    fieldsOf(property, path === '' ? name : `${path}.${name}`),
  );
}
