import { join } from 'node:path';
import { type RoleCode, roleNames } from '../../contract/common/codes.ts';
import { type CallerContext, contextRoles, type Operation } from '../../contract/common/operation.ts';
import { roleLimits } from '../../contract/common/role-limits.ts';
import { listNeededScopes } from '../../contract/common/token-scopes.ts';
import { operations } from '../../contract/operations.ts';

/** From the least to the most that a role may do. */
const columns: readonly RoleCode[] = [1, 9, 7, 8, 6, 5];

const introduction = `# Who may do what

The table below is written by \`node test/contract/write-roles-page.ts\` from what the operations in \`contract/\` declare,
the same declarations that the service checks. A test compares both, and \`test/conformance/roles\` calls every operation
with every role, in six organizations, against a table written by hand from the three documents. The
[last section](#operations-of-our-own) lists the operations that the documents do not have.

## Who sees what

- **Administrators** see and change everything of their organization, and of those below it: they put \`org/<org_id>\`
  after the version of any address and act there, with the same token. They never act on a parent (code 11), and any
  other organization is unknown to them (code 10). Nobody else acts on an organization but their own.
- **App managers** see every application and every group. They publish, and they give applications to groups.
- **Developers** see the groups that they belong to and the applications of those groups. They publish to those groups
  only.
- **User managers** see every user and every group. They add, change and delete plain users and limited user managers,
  but nobody who has a right that they lack.
- **Limited user managers** see the groups that they belong to and the users in them, and manage the plain users among
  these.
- **Users** see themselves, their devices, and the applications of their groups.
- **On a device** everybody, administrators too, sees only the applications of their own groups. The catalog, downloads
  and reviews need the token of a sign-in and a device of that person; they refuse API tokens. Where the organization
  has [terms](terms.md), they also need that the person has accepted them.

An object that the caller may not see gets the same answer as one that does not exist: code 1010; in the catalog,
downloads and reviews code 11; for an organization code 10. Objects of another organization do not exist for anybody.

## The table

\`–\`: refused with code 11; \`yes\`: allowed; any other words: allowed, but only for this. Callers without a token are
refused with code 1001, unless the operation asks for nothing.
`;

/** How an operation authenticates its caller. */
const signs: Record<CallerContext, string> = {
  none: 'nothing',
  valid_user: 'token',
  administrator: 'token',
  publisher: 'token',
  user_and_device: 'token and device',
  query_token_and_device: 'token and device in the query',
  direct_install: 'nothing',
};

/** The limits of an operation: for a role, or the same for everybody. */
function limits(operation: Operation, role: RoleCode | 'everybody'): string[] {
  return (operation.within ?? []).flatMap((scope) => {
    const limit: string | Partial<Record<RoleCode, string>> = roleLimits[scope];
    if (typeof limit === 'string') return role === 'everybody' ? [limit] : [];
    return (role === 'everybody' ? undefined : limit[role]) ?? [];
  });
}

function cell(operation: Operation, role: RoleCode): string {
  const admitted = contextRoles[operation.context];
  if (admitted && !admitted.includes(role) && !operation.roles?.includes(role)) return '–';
  return limits(operation, role).join('; ') || 'yes';
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Method and path as the pages write them. */
const addressOf = ({ method, path }: Operation): string => `\`${method} ${path.replace(/:(\w+)/g, '<$1>')}\``;

const row = (operation: Operation) =>
  line([
    `${operation.summary}<br>${addressOf(operation)}`,
    [signs[operation.context], ...limits(operation, 'everybody')].join(', '),
    ...columns.map((role) => cell(operation, role)),
  ]);

function section(area: string, list: readonly Operation[]): string {
  const title = `### ${area.charAt(0).toUpperCase()}${area.slice(1)}`;
  const heading = ['Operation', 'Asks for', ...columns.map((role) => roleNames[role])];
  return [title, '', line(heading), line(heading.map(() => '---')), ...list.map(row), ''].join('\n');
}

/** Operations that the documents don't have, by the reasons in their declarations. */
function ownOperations(): string {
  const ours = operations.filter(({ source }) => source.startsWith('ours'));
  const byReason = [...Map.groupBy(ours, ({ source }) => source.replace(/^ours[:;] ?/, ''))];
  const rows = byReason.map(([reason, list]) => line([list.map(addressOf).join('<br>'), reason]));
  return [
    '## Operations of our own',
    '',
    'The three documents do not have these. What else we chose is in [open-choices.md](interface/open-choices.md).',
    '',
    line(['Operation', 'Why we added it']),
    line(['---', '---']),
    ...rows,
    '',
  ].join('\n');
}

/** What single fields of bodies need, and which operations ask for a recent sign-in. */
function furtherConditions(): string {
  const code = (text: string) => `\`${text}\``;
  const fields = operations.flatMap((operation) =>
    Object.entries(listNeededScopes(operation)).map(([field, scope]) =>
      line([
        addressOf(operation),
        code(field),
        typeof scope === 'string'
          ? code(scope)
          : Object.entries(scope)
              .map(([text, needed]) => `${code(needed)} for ${code(text)}`)
              .join(', '),
      ]),
    ),
  );
  const recent = operations.flatMap((operation) =>
    operation.recentSignIn === undefined ? [] : [line([addressOf(operation), operation.recentSignIn])],
  );
  return [
    '## API tokens with scopes',
    '',
    'An API token with scopes may call an operation with the scope of its area: `<area>:read` for a GET, else',
    '`<area>:write`, which includes reading. A field that reaches into another area needs that area’s scope too:',
    '',
    line(['Operation', 'Field', 'Needs too']),
    line(['---', '---', '---']),
    ...fields,
    '',
    'Deliveries of a webhook show the events that it was sent, and a change of a webhook sends them elsewhere: both need',
    'the scopes of its events.',
    '',
    '## Operations that ask for a recent sign-in',
    '',
    'Where the organization requires it (`recent_sign_in_in_minutes`, at `strict` 5 minutes), these need a sign-in of the',
    'last minutes, and refuse API tokens (code 1125):',
    '',
    line(['Operation', 'Asks']),
    line(['---', '---']),
    ...recent,
    '',
  ].join('\n');
}

/** The path of the page. */
export const rolesPath = join(import.meta.dirname, '../../docs/roles.md');

/** `docs/roles.md` as it should be. */
export function rolesPage(): string {
  const areas = [...Map.groupBy(operations, (operation) => operation.area)];
  return [
    introduction,
    ...areas.map(([area, list]) => section(area, list)),
    furtherConditions(),
    ownOperations(),
  ].join('\n');
}
