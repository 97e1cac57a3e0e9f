import type { Static } from 'typebox';
import { roleNames } from '../../../contract/common/codes.ts';
import type { IdentityUser } from '../../../contract/identity.ts';
import type { User } from '../../../contract/users.ts';
import { now } from '../../platform/database/identifiers.ts';
import { endDate, optionalTimestamp, timestamp } from '../../platform/http/timestamps.ts';
import type { UserRow } from './store.ts';

/** The user as authentication answers it; document 1, POST /v2/users/authenticate/. */
export const presentIdentityUser = (row: UserRow): Static<typeof IdentityUser> => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  mobile_phone: row.mobile_phone,
  role: row.role,
  created_date: timestamp(row.created),
  until_date: endDate(row.until),
  user_id: row.user_id,
  last_login_from_catalog: optionalTimestamp(row.last_login_from_catalog),
});

const disabledByLogins = 2;

/** Document 1, User. Somebody locked out by wrong passwords is disabled by the system until the lock ends. */
export function presentUser(row: UserRow): User {
  const moment = now();
  const locked = row.locked_until !== null && row.locked_until > moment;
  const over = row.until !== null && row.until <= moment;
  return {
    ...presentIdentityUser(row),
    psk: row.psk,
    disabled: row.disabled === 1 || locked || over,
    disabled_reason: row.disabled === 0 && locked ? disabledByLogins : row.disabled_reason,
    status: row.status,
    modified_date: timestamp(row.modified),
    custom_metadata:
      row.custom_metadata === null ? null : (JSON.parse(row.custom_metadata) as User['custom_metadata']),
  };
}

export const presentUserRow = (row: UserRow) => ({ ...presentUser(row), role_name: roleNames[row.role] });
