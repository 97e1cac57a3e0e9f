import type { Static } from 'typebox';
import type { IdentityUser } from '../../../contract/identity.ts';
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
