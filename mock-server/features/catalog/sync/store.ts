import { listLoggedApplications } from '../../../platform/database/changes/change-log.ts';
import type { Db } from '../../../platform/database/handles.ts';

/** A scope of the change log, and the revision of it that the client has. */
export interface Known {
  scope: string;
  revision: number;
}

/** A row of the change log: an application that changed at a revision of a scope. */
interface Change {
  revision: number;
  application: string;
}

/** The changes logged in these scopes after the known revisions, from at most `limit` rows. */
export async function listChangesSince(
  db: Db,
  orgId: string,
  known: readonly Known[],
  limit: number,
): Promise<Change[]> {
  const rows = await db
    .selectFrom('catalog_changes')
    .select(['revision', 'application', 'applications'])
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
  return rows.flatMap((row) =>
    listLoggedApplications(row).map((application) => ({ revision: row.revision, application })),
  );
}

/** Whether one of these revisions was logged after a moment. */
export async function wasLoggedAfter(
  db: Db,
  orgId: string,
  known: readonly Known[],
  moment: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('catalog_changes')
    .select('revision')
    .where('org_id', '=', orgId)
    .where((any) =>
      any.or(
        known.map(({ scope, revision }) =>
          any.and([any('scope', '=', scope), any('revision', '=', revision)]),
        ),
      ),
    )
    .where('created', '>', moment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes revisions that were logged before a moment, oldest first, each with all its rows, and at most `revisions` of
 * them. Returns how many rows were deleted.
 */
export async function deleteChanges(db: Db, before: string, revisions: number): Promise<number> {
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
