import type { Tables } from '../../../migrations/tables.ts';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';

/** Stores the link of an invitation or a reset, in place of the user's earlier one. */
export async function putInvitation(tx: Tx, row: Tables['invitations']): Promise<void> {
  await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user'])
        .doUpdateSet({ hash: row.hash, expires: row.expires, reset: row.reset }),
    )
    .execute();
}

/** The user of a valid link, unless they were deleted or disabled, or were invited and have signed in meanwhile. */
export const findInvited = (db: Db, orgId: string, hash: string, moment: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'invitations.org_id').onRef('users.id', '=', 'invitations.user'),
    )
    .selectAll('users')
    .select(['invitations.expires', 'invitations.reset'])
    .where('invitations.org_id', '=', orgId)
    .where('invitations.hash', '=', hash)
    .where('invitations.expires', '>', moment)
    .where((all) => all.or([all('users.status', '=', 'invited'), all('invitations.reset', '=', 1)]))
    .where('users.disabled', '=', 0)
    .where('users.deleted', 'is', null)
    .where((all) => all.or([all('users.until', 'is', null), all('users.until', '>', moment)]))
    .executeTakeFirst();

/** Deletes a link when it is used; false when another request used it first. */
export async function consumeInvitation(tx: Tx, orgId: string, hash: string): Promise<boolean> {
  const claimed = await tx
    .deleteFrom('invitations')
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .returning('user')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes links that expired before `moment`. */
export async function deleteExpiredInvitations(tx: Tx, moment: string): Promise<void> {
  await tx.deleteFrom('invitations').where('expires', '<', moment).execute();
}

/** Deletes the links of users. */
export async function deleteInvitationsOf(tx: Tx, orgId: string, userIds: readonly string[]): Promise<void> {
  for (const part of splitIntoChunks(userIds)) {
    await tx.deleteFrom('invitations').where('org_id', '=', orgId).where('user', 'in', part).execute();
  }
}
