import type { Db } from '../../../platform/database/handles.ts';

/** The key of an account's attempts: from one place that it knows, or from everywhere else. */
export const getAccountKey = (user: { org_id: string; id: string }, place = ''): string =>
  `account ${user.org_id} ${user.id} ${place}`;

/** Forgets the failures at an account, from wherever: when it is enabled, or gets another password. */
export async function deleteFailures(db: Db, user: { org_id: string; id: string }): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('key', 'like', `${getAccountKey(user)}%`)
    .execute();
}
