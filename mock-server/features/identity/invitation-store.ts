import { chunks } from '../../platform/chunks.ts';
import type { Db } from '../../platform/database/handles.ts';

/** Keeps the link of an invitation; the one before is void. */
export async function putInvitation(
  db: Db,
  row: { org_id: string; user: string; hash: string; expires: string },
): Promise<void> {
  await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user']).doUpdateSet({ hash: row.hash, expires: row.expires }),
    )
    .execute();
}

/** Whom a link invites, while it is good and they have not come: nobody deleted, disabled or signed in since. */
export const findInvited = (db: Db, orgId: string, hash: string, moment: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'invitations.org_id').onRef('users.id', '=', 'invitations.user'),
    )
    .selectAll('users')
    .select('invitations.expires')
    .where('invitations.org_id', '=', orgId)
    .where('invitations.hash', '=', hash)
    .where('invitations.expires', '>', moment)
    .where('users.status', '=', 'invited')
    .where('users.disabled', '=', 0)
    .where('users.deleted', 'is', null)
    .where((all) => all.or([all('users.until', 'is', null), all('users.until', '>', moment)]))
    .executeTakeFirst();

/** Uses a link up; false when somebody else just did. */
export async function takeInvitation(db: Db, orgId: string, hash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('invitations')
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .returning('user')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Forgets links that were good until before `moment`. */
export async function deleteExpiredInvitations(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('invitations').where('expires', '<', moment).execute();
}

/** Voids the links of users. */
export async function deleteInvitationsOf(db: Db, orgId: string, userIds: readonly string[]): Promise<void> {
  for (const part of chunks(userIds)) {
    await db.deleteFrom('invitations').where('org_id', '=', orgId).where('user', 'in', part).execute();
  }
}
