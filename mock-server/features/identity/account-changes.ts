import type { Tx } from '../../platform/database/handles.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { UserRow } from '../users/facade.ts';
import { endAfterNewPassword } from './new-password.ts';
import { scheduleAccountNotice } from './notices/account-notices.ts';
import { deleteInvitationsOf } from './resets/invitation-store.ts';
import { endTokens } from './sessions/ended-session-store.ts';
import { deleteFailures } from './sign-in/account-attempts-store.ts';

interface Changed {
  user: UserRow;
}

/** Ends all sessions, API tokens and invitations of users who were deleted. */
export async function endDeleted(
  tx: Tx,
  { orgId, ids }: { orgId: string; ids: readonly string[] },
): Promise<void> {
  await endTokens(tx, orgId, { users: ids }, 'account_deleted');
  await deleteInvitationsOf(tx, orgId, ids);
}

/** The same for a user who was disabled. */
export async function endDisabled(tx: Tx, { user }: Changed): Promise<void> {
  await endTokens(tx, user.org_id, { users: [user.id] }, 'account_disabled');
  await deleteInvitationsOf(tx, user.org_id, [user.id]);
}

/** An account that was enabled is not locked either. */
export const unlock = (tx: Tx, { user }: Changed): Promise<void> => deleteFailures(tx, user);

/** A password that an update of the user sets ends all of their sessions and API tokens. */
export async function endAfterUpdate(
  tx: Tx,
  { user, caller }: Changed & { caller: Caller },
  jobs: JobQueue,
): Promise<void> {
  const notice = caller.user.id === user.id ? 'password_by_themself' : 'password_by_manager';
  await endAfterNewPassword(tx, jobs, user, { ending: {}, notice });
}

/** A link that was sent to the wrong person must not open the account; the earlier address is mailed. */
export async function revokeLinksToOldAddress(tx: Tx, { user }: Changed, jobs: JobQueue): Promise<void> {
  await deleteInvitationsOf(tx, user.org_id, [user.id]);
  await scheduleAccountNotice(tx, jobs, user, 'email');
}

/** Ends the sessions of a user on a device that is no longer paired with them. */
export async function endUnpaired(
  tx: Tx,
  { orgId, device, user }: { orgId: string; device: string; user: string },
): Promise<void> {
  await endTokens(tx, orgId, { users: [user], device }, 'device_unpaired');
}
