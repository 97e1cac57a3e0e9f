import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../setup/service.ts';
import type { TestUser } from '../setup/world/people.ts';

const rules = {
  account_lockout_threshold: 3,
  min_length: 8,
  min_lowercase: 1,
  min_number: 1,
  min_symbol: 0,
  min_uppercase: 0,
  password_expiration_in_minutes: 60,
  password_history: 3,
  password_reset_interval_time_in_minutes: 0,
};

/** Sets rules: passwords have at least 8 characters and expire after an hour; three wrong attempts lock the account. */
export const rulesForUsers = {
  password_complexity_for_admins: { ...rules, password_expiration_in_minutes: 0 },
  password_complexity_for_users: rules,
};

/** Makes a user's password a day old. */
export async function expirePassword(service: TestService, user: TestUser): Promise<void> {
  await withoutGuard(service.platform.database.db)
    .updateTable('users')
    .set({ password_changed: new Date(Date.now() - 86_400_000).toISOString() })
    .where('id', '=', user.id)
    .execute();
}
