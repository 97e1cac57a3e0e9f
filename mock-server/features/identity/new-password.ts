import type { Tx } from '../../platform/database/handles.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type AccountChangeCause, scheduleAccountNotice } from './notices/account-notices.ts';
import { deleteInvitationsOf } from './resets/invitation-store.ts';
import { endTokens, type SessionsToEnd } from './sessions/ended-session-store.ts';
import { deleteFailures } from './sign-in/account-attempts-store.ts';

/** A person, as they were before. */
interface Person {
  org_id: string;
  id: string;
  email: string | null;
}

interface Consequences {
  /** The sessions and API tokens of the person that end; null for none. */
  ending: Omit<SessionsToEnd, 'users'> | null;
  /** What the mail to the person says; null for no mail, after the first password. */
  notice: AccountChangeCause | null;
}

/**
 * Ends what the earlier password, or a link, has opened. Called wherever a password is set, in its transaction: by a
 * manager (the event `passwordSetByUpdate`), by the person (`changeOwnPassword`), and by a link (`acceptInvitation`).
 * Links that were sent, and the lock after failed attempts, end in every case. Returns how many sessions ended.
 */
export async function endAfterNewPassword(
  tx: Tx,
  jobs: JobQueue,
  person: Person,
  { ending, notice }: Consequences,
): Promise<number> {
  const { org_id, id } = person;
  const sessions = { ...ending, users: [id] };
  const ended = ending === null ? 0 : await endTokens(tx, org_id, sessions, 'password_changed');
  await deleteInvitationsOf(tx, org_id, [id]);
  await deleteFailures(tx, person);
  if (notice !== null) await scheduleAccountNotice(tx, jobs, person, notice);
  return ended;
}
