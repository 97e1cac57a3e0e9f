import { listApplications, readApplication } from '../../contract/applications.ts';
import type { ResponseOf } from '../../contract/common/request.ts';
import { listCredentials } from '../../contract/credentials.ts';
import { listGroups } from '../../contract/groups.ts';
import { listUsers } from '../../contract/users.ts';
import { RefusedError } from '../data/http/errors.ts';
import { Problem } from './problems.ts';
import type { Service } from './service.ts';

export type GroupRow = ResponseOf<typeof listGroups>['groups'][number];
export type UserRow = ResponseOf<typeof listUsers>['users'][number];
export type ApplicationRow = ResponseOf<typeof listApplications>['applications'][number];

export const fetchGroups = (service: Service): Promise<GroupRow[]> =>
  service.listAll(async (page) => {
    const { groups, total_available } = await service.call(listGroups, { query: { page, sort: 'name' } });
    return { rows: groups, total: total_available };
  });

export const fetchUsers = (service: Service, search?: string): Promise<UserRow[]> =>
  service.listAll(async (page) => {
    const { users, total_available } = await service.call(listUsers, { query: { page, search } });
    return { rows: users, total: total_available };
  });

export const fetchApplications = (service: Service, search?: string): Promise<ApplicationRow[]> =>
  service.listAll(async (page) => {
    const query = { page, search, sort: 'name' };
    const { applications, total_available } = await service.call(listApplications, { query });
    return { rows: applications, total: total_available };
  });

/** The groups with these names or numbers. Error: `refused` for one that does not exist, or a name that several have. */
export async function findGroups(service: Service, parsePolicy: readonly string[]): Promise<GroupRow[]> {
  if (parsePolicy.length === 0) return [];
  const groups = await fetchGroups(service);
  const found = parsePolicy.map((name) =>
    pickOnly('group', name, [
      groups.filter(({ psk }) => String(psk) === name),
      groups.filter((group) => group.name === name),
    ]),
  );
  return [...new Set(found)];
}

/** The users with these login names, ids or numbers. Error: `refused` for one that does not exist. */
export async function findUsers(service: Service, parsePolicy: readonly string[]): Promise<UserRow[]> {
  return Promise.all(parsePolicy.map((name) => findUser(service, name)));
}

async function findUser(service: Service, name: string): Promise<UserRow> {
  const found = await fetchUsers(service, name);
  // The service's search does not look at ids and numbers: for those, go through all users.
  const users = found.some(({ user_id }) => user_id === name) ? found : await fetchUsers(service);
  return pickOnly('user', name, [
    users.filter(({ user_id }) => user_id === name),
    users.filter(({ psk, id }) => String(psk) === name || id === name),
  ]);
}

/** The application with this number, id, package or name. Error: `refused` when there is none, or several. */
export async function findApplication(
  service: Service,
  name: string,
): Promise<{ id: string; psk: number; name: string }> {
  const byIdentifier = await service
    .call(readApplication, { params: { application: name } })
    .catch(ignoreNotFound);
  if (byIdentifier !== null) return byIdentifier.application;
  const applications = await fetchApplications(service, name);
  return pickOnly('app', name, [
    applications.filter((application) => application.bundle_id === name),
    applications.filter((application) => application.name === name),
  ]);
}

export const findApplications = (service: Service, parsePolicy: readonly string[]) =>
  Promise.all(parsePolicy.map((name) => findApplication(service, name)));

const ignoreNotFound = (fault: unknown): null => {
  if (fault instanceof RefusedError && fault.errorName === 'not_found') return null;
  throw fault;
};

/** The signing credentials with this id or description. Error: `refused` when there are none, or several. */
export async function findCredentials(service: Service, name: string) {
  const { credentials } = await service.call(listCredentials);
  return pickOnly('credentials', name, [
    credentials.filter(({ psk }) => psk === name),
    credentials.filter(({ description }) => description === name),
  ]);
}

/** The only row of the first list of candidates that is not empty. Error: `refused` when there is none, or several. */
function pickOnly<T extends { psk: number | string }>(
  kind: string,
  name: string,
  candidates: readonly T[][],
): T {
  const kinds = kind === 'credentials' ? kind : `${kind}s`;
  const [found, ...others] = candidates.find((rows) => rows.length > 0) ?? [];
  if (found === undefined) {
    throw new Problem(
      'refused',
      `There ${kind === kinds ? 'are' : 'is'} no ${kind} “${name}”. See appshelf ${kinds} list.`,
    );
  }
  if (others.length === 0) return found;
  const numbers = [found, ...others].map(({ psk }) => psk).join(', ');
  throw new Problem('refused', `Several ${kinds} are called “${name}”. Name one by its number: ${numbers}.`);
}
