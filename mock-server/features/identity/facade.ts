import type { SessionEnd } from '../../../contract/identity.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { deleteInvitationsOf, putInvitation } from './resets/invitation-store.ts';
import { endTokens } from './sessions/ended-session-store.ts';
import { newToken } from './sessions/tokens.ts';

export { spend } from './allowance.ts';
export { demoSubdomain, isDemo } from './demo-accounts.ts';
export { noteAccountChange } from './notices/account-notices.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { deleteExpiredInvitations, deleteInvitationsOf } from './resets/invitation-store.ts';
export { levels as settingsAtLevels } from './security/levels.ts';
export { assertRecentSignIn } from './security/recent-sign-in.ts';
export { readSecurity, securityOf, startSecurity } from './security/settings.ts';
export { deleteOldEnds } from './sessions/ended-session-store.ts';
export { forgetFailures } from './sign-in/attempt-store.ts';
export { sourceOf } from './sign-in/places.ts';
export { anyOrganization } from './store.ts';

/** Ends all sessions, API tokens and invitations of users at once: when they are deleted, disabled or get a new password. */
export async function revokeTokens(
  tx: Tx,
  orgId: string,
  userIds: readonly string[],
  reason: SessionEnd,
): Promise<void> {
  await endTokens(tx, orgId, { users: userIds }, reason);
  await deleteInvitationsOf(tx, orgId, userIds);
}

/** Ends the sessions of a user on a device whose pairing is removed. */
export async function endDeviceSessions(tx: Tx, orgId: string, device: string, user: string): Promise<void> {
  await endTokens(tx, orgId, { users: [user], device }, 'device_unpaired');
}

/** The secret of a new invitation link, valid for `time` milliseconds. Earlier links of the user stop working. */
export async function startInvitation(
  tx: Tx,
  user: { org_id: string; id: string },
  time: number,
): Promise<string> {
  const { token, hash } = newToken(user.org_id);
  const expires = new Date(Date.now() + time).toISOString();
  await putInvitation(tx, { org_id: user.org_id, user: user.id, hash, expires, reset: 0 });
  return token;
}
