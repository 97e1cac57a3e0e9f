import type { Db } from '../../platform/database/connect.ts';
import { deleteTokensOf } from './store.ts';

export { demoSubdomain } from './demo-accounts.ts';
export { hashPassword, verifyPassword } from './passwords.ts';

/** Voids everything a user could act with, at once: deleted, disabled, password changed by an administrator. */
export const revokeTokens = (db: Db, orgId: string, userId: string): Promise<void> =>
  deleteTokensOf(db, orgId, userId, ['user', 'catalog', 'api']);
