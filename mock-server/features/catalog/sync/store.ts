import { sql } from 'kysely';
import { listLoggedApplications } from '../../../platform/database/changes/change-log.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { withoutIndex } from '../../../platform/database/json-rows.ts';
import { prepareFirst, prepareRows, toNumber, type Value } from '../../../platform/database/prepared.ts';

/** A scope of the change log, and the revision of it that the client has. */
export interface Known {
  scope: string;
  revision: number;
}

const changesSince = prepareRows((db: Db, orgId: Value, scope: Value, revision: Value, limit: Value) =>
  db
    .selectFrom('catalog_changes')
    .select(['revision', 'applications'])
    .where('org_id', '=', orgId)
    .where('scope', '=', scope)
    .where('revision', '>', toNumber(revision))
    .limit(toNumber(limit)),
);

/** The changes logged in a scope after the known revision, from at most `limit` rows. */
export async function listChangesSince(
  db: Db,
  orgId: string,
  { scope, revision }: Known,
  limit: number,
): Promise<{ revision: number; application: string }[]> {
  const rows = await changesSince(db, orgId, scope, String(revision), String(limit));
  return rows.flatMap((row) =>
    listLoggedApplications(row).map((application) => ({ revision: row.revision, application })),
  );
}

/** Revisions of the three scopes that a device's catalog has. */
export interface KnownRevisions {
  organization: Known;
  user: Known;
  device: Known;
}

const loggedAfter = prepareFirst(
  (
    db: Db,
    orgId: Value,
    moment: Value,
    organization: Value,
    catalogRevision: Value,
    user: Value,
    userRevision: Value,
    device: Value,
    deviceRevision: Value,
  ) =>
    db
      .selectFrom('catalog_changes')
      .select('revision')
      .where('org_id', '=', orgId)
      .where(
        sql<boolean>`(scope, revision) in (values
          (${organization}, ${toNumber(catalogRevision)}),
          (${user}, ${toNumber(userRevision)}),
          (${device}, ${toNumber(deviceRevision)}))`,
      )
      // By the index of moments, SQLite would read all that everybody has changed since.
      .where(withoutIndex(sql.ref<string>('created')), '>', moment)
      .limit(sql.lit(1)),
);

/** Whether one of these revisions was logged after a moment. */
export async function wasLoggedAfter(
  db: Db,
  orgId: string,
  { organization, user, device }: KnownRevisions,
  moment: string,
): Promise<boolean> {
  const row = await loggedAfter(
    db,
    orgId,
    moment,
    organization.scope,
    String(organization.revision),
    user.scope,
    String(user.revision),
    device.scope,
    String(device.revision),
  );
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
