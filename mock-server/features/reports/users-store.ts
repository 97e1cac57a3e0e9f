import { sql } from 'kysely';
import { roleNames } from '../../../contract/common/codes.ts';
import { buildPersonColumns, column, formatMoment, plainColumn, type Value } from '../journals/facade.ts';
import type { Filter, Report } from './report.ts';
import {
  boundValue,
  codeFilterNow,
  labelledValue,
  listCodes,
  searchablePersonColumns,
} from './values-store.ts';

const roleLabels = Object.entries(roleNames).map(([role, label]) => ({ value: Number(role), label }));
const roleFilter: Filter = {
  name: 'role',
  description: 'Role of the user',
  values: listCodes(sql`users.role`, roleLabels),
};
const role = column('role', 'string', 'Role of the user', labelledValue(sql`users.role`, roleLabels));

export const disabledLabels = [
  { value: 0, label: 'Admin' },
  { value: 1, label: 'System (non compliance)' },
  { value: 2, label: 'System (invalid logins)' },
];

/** Why a user can't sign in now, as `disabled_reason` of a user says it; null when they can. */
export const buildDisabledBy = (now: string): Value => sql`case
  when users.disabled = 1 then coalesce(users.disabled_reason, 0)
  when users.until <= ${boundValue(now)} then 0
  when users.locked_until > ${boundValue(now)} then 2
end`;

const inviteLabels = [
  { value: 0, label: 'Activated' },
  { value: 1, label: 'Password not set' },
  { value: 2, label: 'Invited' },
];
/** A person is invited while they have a link that still works. */
const buildInviteStatus = (now: string): Value => sql`case
  when users.status = 'enabled' then 0
  when exists (
    select 1 from invitations
    where invitations.org_id = users.org_id and invitations."user" = users.id and invitations.expires > ${boundValue(now)} and invitations.reset = 0
  ) then 2
  else 1
end`;

const statusLabels = [
  { value: 0, label: 'Disabled' },
  { value: 1, label: 'Activated' },
  { value: 2, label: 'Invited' },
];
const buildUserStatus = (now: string): Value => sql`case
  when ${buildDisabledBy(now)} is not null then 0
  when users.status = 'enabled' then 1
  else 2
end`;

export const userDetails: Report = {
  name: 'user_details',
  description: 'The users of the organization, with their state',
  columns: ({ now }) => {
    const [email, firstName, lastName, userId] = searchablePersonColumns(true);
    return [firstName, lastName, userId, email]
      .flatMap((known) => known ?? [])
      .concat([
        role,
        column('phone', 'string', 'Telephone number of the user', plainColumn('users.mobile_phone')),
        column('date', 'date_time', 'When the user was added', formatMoment('users.created')),
        column(
          'invite_status',
          'string',
          'State of the invitation',
          labelledValue(buildInviteStatus(now), inviteLabels),
        ),
        column(
          'user_status',
          'string',
          'State of the user',
          labelledValue(buildUserStatus(now), statusLabels),
        ),
        column(
          'disabled_on',
          'date_time',
          'Since when the user is disabled',
          sql`replace(case
          when users.disabled = 1 then coalesce(users.disabled_on, users.modified)
          when users.until <= ${boundValue(now)} then users.until
          when users.locked_until > ${boundValue(now)} then users.disabled_on
        end, 'Z', '+00:00')`,
        ),
        column(
          'disabled_by',
          'string',
          'Who disabled the user',
          labelledValue(buildDisabledBy(now), disabledLabels),
        ),
        column(
          'last_login',
          'date_time',
          'Last sign-in to the catalog',
          formatMoment('users.last_login_from_catalog'),
        ),
      ]);
  },
  tables: (_, { main }) => main,
  where: ({ orgId }) => sql`users.org_id = ${boundValue(orgId)} and users.deleted is null`,
  main: sql`users`,
  keys: [sql`users.last_name_folded`, sql`users.first_name_folded`, sql`users.id`],
  descending: false,
  sortedBy: ['last_name', 'first_name'],
  date: { description: 'When the user was added', value: sql`users.created` },
  filters: [
    roleFilter,
    codeFilterNow('invite_status', 'State of the invitation', buildInviteStatus, inviteLabels),
    codeFilterNow('user_status', 'State of the user', buildUserStatus, statusLabels),
    codeFilterNow('disabled_by', 'Who disabled the user', buildDisabledBy, disabledLabels),
  ],
};

const [, , , userId] = buildPersonColumns(true);

export const usersByGroups: Report = {
  name: 'users_by_groups',
  description: 'The members of each group; groups and users in the order in which they were made',
  columns: () => {
    const [email, firstName, lastName] = searchablePersonColumns(true);
    return [
      {
        ...column('group_name', 'string', 'Name of the group', sql`"groups".name`),
        folded: sql`lower("groups".name)`,
      },
      column('group_psk', 'integer', 'Number of the group', sql`"groups".psk`),
      ...[firstName, lastName].flatMap((known) => known ?? []),
      { ...userId, folded: sql`users.user_id_folded` },
      ...[email].flatMap((known) => known ?? []),
      role,
      column('user_psk', 'integer', 'Number of the user', sql`users.psk`),
      column('date', 'date_time', 'When the user joined the group', formatMoment('group_users.created')),
    ];
  },
  // Left joins, so that SQLite begins with the table that provides the order.
  tables: (_, { main }) => sql`${main}
    left join "groups" on "groups".org_id = group_users.org_id and "groups".id = group_users."group"
    left join users on users.org_id = group_users.org_id and users.id = group_users."user"`,
  where: ({ orgId }) => sql`group_users.org_id = ${boundValue(orgId)}`,
  main: sql`group_users`,
  keys: [sql`group_users."group"`, sql`group_users."user"`],
  descending: false,
  sortedBy: ['group_psk', 'user_psk'],
  date: { description: 'When the user joined the group', value: sql`group_users.created` },
  filters: [roleFilter],
};
