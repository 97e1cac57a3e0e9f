import { ServiceError } from '../../platform/http/errors.ts';
import type { UserRow } from './store.ts';

/**
 * How a new user begins: invited when there is an address to write to and the caller did not say no; document 1, POST
 * /v1/users/, `send_invite`. The status becomes `enabled` when the user signs in.
 */
export const firstStatus = (user: { email?: string; send_invite?: boolean }): UserRow['status'] =>
  user.email !== undefined && user.send_invite !== false ? 'invited' : 'enabled';

/** The columns of a user who is invited again. Error: `invalid_request` without an address to write to. */
export function invitedAgain(email: string | null): Pick<UserRow, 'status'> {
  if (email !== null) return { status: 'invited' };
  throw new ServiceError('invalid_request', 'This user has no e-mail address to send an invitation to.', {
    details: { field: 'resend_invite' },
  });
}
