import type { Failed } from '../../../contract/common/errors.ts';
import {
  addGroup,
  addGroupApplications,
  addGroupUsers,
  deleteGroup,
  listGroupApplications,
  listGroupUsers,
  removeGroupApplications,
  removeGroupUsers,
} from '../../../contract/groups.ts';
import { defineCommand, type Outcome } from '../command.ts';
import { forEachObject } from '../each.ts';
import { fetchGroups, findApplications, findGroups, findUsers, type GroupRow } from '../lookup.ts';
import type { Service } from '../service.ts';
import { facts, table } from '../table.ts';

const list = defineCommand({
  name: 'groups list',
  summary: 'List groups',
  async run({ signedIn }) {
    const groups = await fetchGroups(await signedIn());
    const rows = groups.map(({ psk, name, app_count, user_count, description }) => [
      String(psk),
      name,
      String(app_count),
      String(user_count),
      description,
    ]);
    return {
      text: table(['ID', 'NAME', 'APPS', 'USERS', 'DESCRIPTION'], rows, 'There are no groups.'),
      json: groups,
    };
  },
});

const show = defineCommand({
  name: 'groups show',
  summary: 'Show a group with its applications and users',
  operands: ['GROUP'],
  async run({ signedIn, operands }) {
    const service = await signedIn();
    const group = await findGroup(service, operands);
    const params = { group: String(group.psk) };
    const { applications } = await service.call(listGroupApplications, { params });
    const { users_in_group } = await service.call(listGroupUsers, { params });
    const text = facts({
      name: group.name,
      id: String(group.psk),
      description: group.description,
      apps:
        applications.map(({ name, mandatory }) => (mandatory ? `${name} (mandatory)` : name)).join(', ') ||
        'none',
      users: users_in_group.map(({ user_id }) => user_id).join(', ') || 'none',
    });
    return { text, json: { group, applications, users: users_in_group } };
  },
});

const add = defineCommand({
  name: 'groups add',
  summary: 'Add a group',
  operands: ['NAME'],
  options: {
    description: { type: 'string', value: 'TEXT', help: 'what the group is for; default: its name' },
  },
  async run({ signedIn, operands: [name = ''], options }) {
    const service = await signedIn();
    const { group } = await service.call(addGroup, {
      body: { name, description: options.description ?? name },
    });
    return { text: `${group.name}: added as group ${group.psk}`, json: group };
  },
});

const remove = defineCommand({
  name: 'groups delete',
  summary: 'Delete groups; their applications and users stay',
  operands: ['GROUP...'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands, options, terminal }) {
    const service = await signedIn();
    const groups = await findGroups(service, operands);
    await terminal.confirm(`Delete the groups ${groups.map(({ name }) => name).join(', ')}?`, options.yes);
    return forEachObject(groups, async ({ psk, name }) => {
      await service.call(deleteGroup, { params: { group: String(psk) } });
      return `${name}: deleted`;
    });
  },
});

const addApplications = defineCommand({
  name: 'groups add-app',
  summary: 'Give applications to a group, always in their latest version',
  operands: ['GROUP', 'APP...'],
  options: {
    mandatory: { type: 'boolean', help: 'its users must install them before they can use the catalog' },
  },
  async run({ signedIn, operands, options }) {
    const service = await signedIn();
    const group = await findGroup(service, operands);
    const applications = await findApplications(service, operands.slice(1));
    const apps = applications.map(({ psk }) => ({
      id: psk,
      is_assigned: true,
      is_latest: true,
      is_mandatory: options.mandatory,
    }));
    const answer = await service.call(addGroupApplications, {
      params: { group: String(group.psk) },
      body: { apps },
    });
    return bulk(group, {
      done: answer.apps_added,
      failed: answer.apps_failed,
      what: 'application',
      how: 'given to it',
    });
  },
});

const removeApplications = defineCommand({
  name: 'groups remove-app',
  summary: 'Take applications from a group',
  operands: ['GROUP', 'APP...'],
  async run({ signedIn, operands }) {
    const service = await signedIn();
    const group = await findGroup(service, operands);
    const applications = await findApplications(service, operands.slice(1));
    const body = { app_psk: applications.map(({ psk }) => psk) };
    const answer = await service.call(removeGroupApplications, {
      params: { group: String(group.psk) },
      body,
    });
    return bulk(group, {
      done: answer.apps_removed,
      failed: answer.apps_failed,
      what: 'application',
      how: 'taken from it',
    });
  },
});

const addUsers = defineCommand({
  name: 'groups add-user',
  summary: 'Add users to a group',
  operands: ['GROUP', 'USER...'],
  async run({ signedIn, operands }) {
    const service = await signedIn();
    const { group, body } = await groupAndUsers(service, operands);
    const answer = await service.call(addGroupUsers, { params: { group: String(group.psk) }, body });
    return bulk(group, { done: answer.users_added, failed: answer.users_failed, what: 'user', how: 'added' });
  },
});

const removeUsers = defineCommand({
  name: 'groups remove-user',
  summary: 'Take users out of a group',
  operands: ['GROUP', 'USER...'],
  async run({ signedIn, operands }) {
    const service = await signedIn();
    const { group, body } = await groupAndUsers(service, operands);
    const answer = await service.call(removeGroupUsers, { params: { group: String(group.psk) }, body });
    return bulk(group, {
      done: answer.users_removed,
      failed: answer.users_failed,
      what: 'user',
      how: 'removed',
    });
  },
});

/** The group named by the first operand. */
async function findGroup(service: Service, operands: readonly string[]): Promise<GroupRow> {
  const [group] = await findGroups(service, operands.slice(0, 1));
  if (group === undefined) throw new Error('A command about a group was declared without one.');
  return group;
}

async function groupAndUsers(service: Service, operands: readonly string[]) {
  const group = await findGroup(service, operands);
  const users = await findUsers(service, operands.slice(1));
  return { group, body: { user_psk: users.map(({ psk }) => psk) } };
}

/** The result of a request about several objects. */
interface Bulk {
  done: readonly number[];
  failed: readonly Failed[];
  what: string;
  how: string;
}

const bulk = ({ name, psk }: GroupRow, { done, failed, what, how }: Bulk): Outcome => ({
  text: `${name}: ${done.length} ${what}${done.length === 1 ? '' : 's'} ${how}`,
  json: { group: psk, done, failed },
  failures: failed.map(({ object_id, error }) => `${object_id}: ${error.message}`),
});

export const groupCommands = [
  list,
  show,
  add,
  remove,
  addApplications,
  removeApplications,
  addUsers,
  removeUsers,
];
