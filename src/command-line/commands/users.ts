import { type RoleCode, roleNames } from '../../../contract/common/codes.ts';
import { addUser, deleteUser, updateUser } from '../../../contract/users.ts';
import { type Call, defineCommand } from '../command.ts';
import { forEachObject } from '../each.ts';
import { fetchUsers, findGroups, findUsers } from '../lookup.ts';
import { usageError } from '../problems.ts';
import { formatBoolean, table } from '../table.ts';

const list = defineCommand({
  name: 'users list',
  summary: 'List users',
  options: {
    search: { type: 'string', value: 'TEXT', help: 'only those with this text in name or e-mail address' },
  },
  async run({ signedIn, options }) {
    const users = await fetchUsers(await signedIn(), options.search);
    const rows = users.map(({ psk, user_id, first_name, last_name, role_name, disabled, email }) => [
      String(psk),
      user_id,
      `${first_name} ${last_name}`,
      role_name,
      formatBoolean(!disabled),
      email,
    ]);
    return {
      text: table(['ID', 'USER', 'NAME', 'ROLE', 'ENABLED', 'E-MAIL'], rows, 'There are no users.'),
      json: users,
    };
  },
});

const addOptions = {
  'first-name': { type: 'string', value: 'NAME', help: 'first name (required)' },
  'last-name': { type: 'string', value: 'NAME', help: 'last name (required)' },
  email: { type: 'string', value: 'ADDRESS', help: 'e-mail address (required for an administrator)' },
  role: { type: 'string', value: 'ROLE', help: `one of: ${Object.values(roleNames).join(', ')}` },
  group: {
    type: 'string',
    value: 'GROUP',
    help: 'add the user to this group, by name or number',
    multiple: true,
  },
  'password-stdin': { type: 'boolean', help: 'read the first password from standard input' },
  invite: { type: 'boolean', help: 'invite the user by e-mail' },
} as const;

const add = defineCommand({
  name: 'users add',
  summary: 'Add a user',
  operands: ['USER_ID'],
  options: addOptions,
  examples: [
    "appshelf users add jo --first-name Jo --last-name Doe --group 'Field Crew' --password-stdin < first.txt",
  ],
  async run(call) {
    const { operands, options: values, signedIn } = call;
    const [user_id = ''] = operands;
    const names = {
      first_name: requireOption(values, 'first-name'),
      last_name: requireOption(values, 'last-name'),
    };
    const role = parseRole(values.role);
    const service = await signedIn();
    const groups = await findGroups(service, values.group);
    const body = {
      user_id,
      ...names,
      password: await readPassword(call),
      send_invite: values.invite,
      groups: groups.map(({ psk }) => psk),
      ...(values.email !== undefined && { email: values.email }),
      ...(role !== undefined && { role }),
    };
    const { user_psk } = await service.call(addUser, { body });
    return { text: `${user_id}: added as user ${user_psk}`, json: { user_psk, user_id } };
  },
});

function requireOption(
  options: Call<typeof addOptions>['options'],
  name: 'first-name' | 'last-name',
): string {
  const value = options[name];
  if (value === undefined)
    throw usageError(`--${name} is missing. A user needs --first-name and --last-name.`);
  return value;
}

const roleCodes = Object.keys(roleNames).map((code) => Number(code) as RoleCode);

function parseRole(name: string | undefined): RoleCode | undefined {
  if (name === undefined) return undefined;
  const role = roleCodes.find((code) => roleNames[code].toLowerCase() === name.toLowerCase());
  if (role === undefined)
    throw usageError(`“${name}” is not a role. Roles: ${Object.values(roleNames).join(', ')}.`);
  return role;
}

async function readPassword({ options, terminal }: Call<typeof addOptions>): Promise<string> {
  if (options['password-stdin']) return terminal.standardInput();
  return terminal.askHidden(
    'Password of the new user: ',
    'Give the password on standard input with --password-stdin.',
  );
}

/** `users enable` and `users disable`, which differ only in a word. */
const createSwitchCommand = (word: 'enable' | 'disable', summary: string) =>
  defineCommand({
    name: `users ${word}`,
    summary,
    operands: ['USER...'],
    async run({ signedIn, operands }) {
      const service = await signedIn();
      return forEachObject(await findUsers(service, operands), async ({ id, user_id }) => {
        await service.call(updateUser, { params: { user: id }, body: { disabled: word === 'disable' } });
        return `${user_id}: ${word}d`;
      });
    },
  });

const remove = defineCommand({
  name: 'users delete',
  summary: 'Delete users, and end their sessions',
  operands: ['USER...'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands, options, terminal }) {
    const service = await signedIn();
    const users = await findUsers(service, operands);
    await terminal.confirm(
      `Delete the users ${users.map(({ user_id }) => user_id).join(', ')}?`,
      options.yes,
    );
    return forEachObject(users, async ({ id, user_id }) => {
      await service.call(deleteUser, { params: { user: id } });
      return `${user_id}: deleted`;
    });
  },
});

export const userCommands = [
  list,
  add,
  createSwitchCommand('enable', 'Let users sign in'),
  createSwitchCommand('disable', 'Keep users from signing in, and end their sessions'),
  remove,
];
