import type { Db } from '../../../platform/database/handles.ts';

/** A scope of the change log, and the revision of it that is known. */
export interface Known {
  scope: string;
  revision: number;
}

/** The changes logged in these scopes after the known revisions; at most `limit` rows. */
export const changesSince = (db: Db, orgId: string, known: readonly Known[], limit: number) =>
  db
    .selectFrom('catalog_changes')
    .select(['scope', 'revision', 'application'])
    .where('org_id', '=', orgId)
    .where((any) =>
      any.or(
        known.map(({ scope, revision }) =>
          any.and([any('scope', '=', scope), any('revision', '>', revision)]),
        ),
      ),
    )
    .limit(limit)
    .execute();

/**
 * Deletes revisions that were logged before a moment, the oldest first, each with all its rows, and at most `revisions` of
 * them. Returns how many rows were deleted.
 */
export async function forgetChanges(db: Db, before: string, revisions: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('catalog_changes')
    .where((row) =>
      row(
        row.refTuple('org_id', 'scope', 'revision'),
        'in',
        row
          .selectFrom('catalog_changes as old')
          .select(['old.org_id', 'old.scope', 'old.revision'])
          .where('old.created', '<', before)
          .orderBy('old.created')
          .limit(revisions)
          .$asTuple('org_id', 'scope', 'revision'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
