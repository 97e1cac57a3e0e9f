import type { Static } from 'typebox';
import { disabledReasons, roleNames } from '../../../contract/common/codes.ts';
import type { IdentityUser } from '../../../contract/identity.ts';
import type { User } from '../../../contract/users.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import {
  endDate,
  formatOptionalTimestamp,
  formatTimestamp,
} from '../../platform/http/responses/timestamps.ts';
import type { UserRow } from './store.ts';

/** The user in the answer to authentication; document 1, POST /v2/users/authenticate/. */
export const presentIdentityUser = (row: UserRow): Static<typeof IdentityUser> => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email ?? '',
  mobile_phone: row.mobile_phone ?? '',
  role: row.role,
  created_date: formatTimestamp(row.created),
  until_date: endDate(row.until),
  user_id: row.user_id,
  last_login_from_catalog: formatOptionalTimestamp(row.last_login_from_catalog),
});

/**
 * Why a user can't sign in now, null when they can: disabled, past the end date that an administrator set, or locked out
 * by wrong passwords until the lock ends.
 */
function getDisabledReason(row: UserRow, moment: string): number | null {
  if (row.disabled === 1) return row.disabled_reason ?? disabledReasons.administrator;
  if (row.until !== null && row.until <= moment) return disabledReasons.administrator;
  return row.locked_until !== null && row.locked_until > moment ? disabledReasons.invalidLogins : null;
}

/** Document 1, User. */
export function presentUser(row: UserRow): User {
  const reason = getDisabledReason(row, getNow());
  return {
    ...presentIdentityUser(row),
    psk: row.psk,
    disabled: reason !== null,
    disabled_reason: reason,
    status: reason === null ? row.status : 'disabled',
    modified_date: formatTimestamp(row.modified),
    custom_metadata:
      row.custom_metadata === null ? null : (JSON.parse(row.custom_metadata) as User['custom_metadata']),
  };
}

export const presentUserRow = (row: UserRow) => ({ ...presentUser(row), role_name: roleNames[row.role] });

/** The user as v1 shows it, identified by psk only. */
export function presentUserRowV1(row: UserRow) {
  const { id: _, ...fields } = presentUserRow(row);
  return fields;
}
