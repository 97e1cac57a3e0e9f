import { Type } from 'typebox';
import type { Tx } from '../../platform/database/handles.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { UserRow } from './store.ts';

/** Sends an invitation; `from` is the organization of the person who invites. */
export const invitationJob = {
  name: 'invitation',
  payload: Type.Object({ user: Type.String(), from: Type.String() }),
} as const;

/**
 * The status of a new user: invited when they have an e-mail address and the caller did not decline; document 1, POST
 * /v1/users/, `send_invite`. The status becomes `enabled` when the user signs in or chooses a password.
 */
export const getInitialStatus = (user: {
  email?: string | null | undefined;
  send_invite?: boolean | undefined;
}): UserRow['status'] => (user.email && user.send_invite !== false ? 'invited' : 'enabled');

/** The columns of a user who is invited again. Error: `invalid_request` without an e-mail address. */
export function toReinvitedColumns(email: string | null): Pick<UserRow, 'status'> {
  if (email !== null) return { status: 'invited' };
  throw new ServiceError('invalid_request', 'This user has no e-mail address to send an invitation to.', {
    details: { field: 'resend_invite' },
  });
}

/** Adds the job that mails an invitation, if the user is invited, in the transaction of the change. */
export async function scheduleInvitation(
  tx: Tx,
  jobs: JobQueue,
  user: Pick<UserRow, 'org_id' | 'id' | 'status'>,
  from: string,
): Promise<void> {
  if (user.status === 'invited') await jobs.enqueue(tx, user.org_id, invitationJob, { user: user.id, from });
}
