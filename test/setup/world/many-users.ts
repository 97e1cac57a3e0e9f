import { toFoldedNames } from '../../../mock-server/features/users/store.ts';
import { createId, getNow, nextPsk } from '../../../mock-server/platform/database/identifiers.ts';
import type { TestService } from '../service.ts';

const firstNames = ['Ada', 'Grace', 'Élodie', 'Jürgen', 'Mary', 'Omar', 'Priya', 'Søren', 'Wei', 'Zoë'];
const lastNames = [
  'Ackermann',
  'Byron',
  'Çelik',
  'Dubois',
  'Hopper',
  'Ibarra',
  'Kowalski',
  'Nguyễn',
  'Östlund',
  'Smith',
];
/** The text of a search that finds three users of all. */
export const rareText = 'qxzw';

/** Writes many users of the administrator's organization together; three of them have the rare text in their name. */
export async function manyUsers(service: TestService, count: number): Promise<void> {
  const { orgId } = service.admin;
  await service.platform.database.transaction(async (tx) => {
    const first = await nextPsk(tx, orgId, 'users', count);
    const batch = 500;
    for (let at = 0; at < count; at += batch) {
      const size = Math.min(batch, count - at);
      const rows = Array.from({ length: size }, (_, n) => userRow(orgId, first + at + n, at + n, count));
      await tx.insertInto('users').values(rows).execute();
      await tx.insertInto('directory').values(rows.flatMap(namesOf)).execute();
    }
  });
}

const namesOf = ({ org_id, id, user_id, email }: ReturnType<typeof userRow>) => [
  { kind: 'user_id' as const, key: user_id, org_id, user: id },
  { kind: 'email' as const, key: email, org_id, user: id },
];

function userRow(orgId: string, psk: number, at: number, count: number) {
  const moment = getNow();
  const first = firstNames[at % 10] ?? '';
  const last = `${lastNames[Math.floor(at / 10) % 10]}${at % Math.ceil(count / 3) === 7 ? rareText : ''}`;
  const names = {
    user_id: `person.${at}`,
    email: `person.${at}@field-services.example.org`,
    first_name: first,
    last_name: last,
  };
  return {
    org_id: orgId,
    id: createId(),
    psk,
    ...names,
    ...toFoldedNames(names),
    mobile_phone: null,
    role: 1 as const,
    password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(66)}`,
    password_history: '[]',
    password_changed: moment,
    created: moment,
    modified: moment,
    until: null,
    disabled: 0 as const,
    disabled_reason: null,
    disabled_on: null,
    status: 'enabled' as const,
    last_login_from_catalog: null,
    custom_metadata: null,
    locked_until: null,
    deleted: null,
    revision: 1,
  };
}
