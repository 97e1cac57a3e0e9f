import type { Db } from '../../platform/database/connect.ts';
import { deleteTokensOf } from './store.ts';

export { hashPassword, verifyPassword } from './passwords.ts';

/** Voids everything that users could act with, at once: deleted, disabled, password changed by an administrator. */
export const revokeTokens = (db: Db, orgId: string, userIds: readonly string[]): Promise<void> =>
  deleteTokensOf(db, orgId, userIds, ['user', 'catalog', 'api']);
