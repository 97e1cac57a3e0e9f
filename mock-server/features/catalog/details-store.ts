import type { Db } from '../../platform/database/handles.ts';
import { selectVersionsWithFile } from './store.ts';

/**
 * The versions of an application that these groups may see, newest first: all versions where a group always takes the
 * latest, otherwise those that the groups name.
 */
export function listVisibleVersions(db: Db, orgId: string, applicationId: string, groups: readonly string[]) {
  return selectVersionsWithFile(db, orgId)
    .where('versions.application', '=', applicationId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('group_applications as assigned')
          .leftJoin('group_versions as named', (join) =>
            join
              .onRef('named.org_id', '=', 'assigned.org_id')
              .onRef('named.group', '=', 'assigned.group')
              .onRef('named.version', '=', 'versions.id'),
          )
          .select('assigned.group')
          .whereRef('assigned.org_id', '=', 'versions.org_id')
          .whereRef('assigned.application', '=', 'versions.application')
          .where('assigned.group', 'in', groups)
          .where((any) => any.or([any('assigned.is_latest', '=', 1), any('named.version', 'is not', null)])),
      ),
    )
    .orderBy('versions.ordinal', 'desc')
    .execute();
}

/** The metadata that was read from an install file, as JSON; null when the file is not signed. */
export async function findSignedMetadata(db: Db, orgId: string, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('install_files')
    .select('binary_metadata')
    .where('org_id', '=', orgId)
    .where('id', '=', fileId)
    .where('signer', 'is not', null)
    .executeTakeFirst();
  return row?.binary_metadata ?? null;
}

export const listScreenshots = (db: Db, orgId: string, applicationId: string) =>
  db
    .selectFrom('screenshots')
    .select(['form', 'image'])
    .where('org_id', '=', orgId)
    .where('application', '=', applicationId)
    .orderBy('slot')
    .execute();
