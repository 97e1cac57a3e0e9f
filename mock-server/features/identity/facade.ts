import type { Db } from '../../platform/database/handles.ts';
import { deleteInvitationsOf, putInvitation } from './invitation-store.ts';
import { deleteTokensOf } from './store.ts';
import { newToken } from './tokens.ts';

export { deleteExpiredInvitations, deleteInvitationsOf } from './invitation-store.ts';
export { hashPassword, verifyPassword } from './passwords.ts';

/** Ends all sessions, API tokens and invitations of users at once: when they are deleted, disabled or get a new password. */
export async function revokeTokens(db: Db, orgId: string, userIds: readonly string[]): Promise<void> {
  await deleteTokensOf(db, orgId, userIds, ['user', 'catalog', 'api']);
  await deleteInvitationsOf(db, orgId, userIds);
}

/** The secret of a new invitation link, valid for `time` milliseconds. Earlier links of the user stop working. */
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
