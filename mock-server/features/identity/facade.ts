import type { Db } from '../../platform/database/handles.ts';
import { deleteInvitationsOf, putInvitation } from './invitation-store.ts';
import { deleteTokensOf } from './store.ts';
import { newToken } from './tokens.ts';

export { deleteExpiredInvitations, deleteInvitationsOf } from './invitation-store.ts';
export { hashPassword, verifyPassword } from './passwords.ts';

/** Voids everything that users could come in with, at once: deleted, disabled, password changed by an administrator. */
export async function revokeTokens(db: Db, orgId: string, userIds: readonly string[]): Promise<void> {
  await deleteTokensOf(db, orgId, userIds, ['user', 'catalog', 'api']);
  await deleteInvitationsOf(db, orgId, userIds);
}

/** The secret of a link by which a user chooses a password, good for `time` milliseconds; any earlier one is void. */
export async function startInvitation(
  db: Db,
  user: { org_id: string; id: string },
  time: number,
): Promise<string> {
  const { token, hash } = newToken(user.org_id);
  const expires = new Date(Date.now() + time).toISOString();
  await putInvitation(db, { org_id: user.org_id, user: user.id, hash, expires });
  return token;
}
