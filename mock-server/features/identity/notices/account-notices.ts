import { type Static, Type } from 'typebox';
import type { Tx } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { requestContext } from '../../../platform/request-context.ts';

/** How a password or the e-mail address was changed, or who an API token was made by. */
const AccountChangeCause = Type.Union([
  Type.Literal('password_by_themself'),
  Type.Literal('password_by_manager'),
  Type.Literal('password_by_invitation'),
  Type.Literal('password_by_reset'),
  Type.Literal('email'),
  Type.Literal('token_by_themself'),
  Type.Literal('token_by_administrator'),
]);
export type AccountChangeCause = Static<typeof AccountChangeCause>;

/** Mails a person what was done to their account, and from which network address. */
export const accountNoticeJob = {
  name: 'account_notice',
  payload: Type.Object({
    user: Type.String(),
    how: AccountChangeCause,
    /** The e-mail address from before the change; without one, the present address. */
    to: Type.Optional(Type.String()),
    at: Type.String(),
    address: Type.Union([Type.String(), Type.Null()]),
  }),
} as const;

/**
 * Adds the job that tells a person of a change of their account, if they have an e-mail address, in the transaction of
 * the change. `user` is the person as they were before: an intruder who changes password and e-mail address at once
 * then tells the owner of the account, not themself.
 */
export async function scheduleAccountNotice(
  tx: Tx,
  jobs: JobQueue,
  user: { org_id: string; id: string; email: string | null },
  how: AccountChangeCause,
): Promise<void> {
  if (user.email === null) return;
  const address = requestContext.getStore()?.from?.address ?? null;
  await jobs.enqueue(tx, user.org_id, accountNoticeJob, {
    user: user.id,
    how,
    to: user.email,
    at: getNow(),
    address,
  });
}
