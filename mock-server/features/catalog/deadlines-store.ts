import type { Db } from '../../platform/database/handles.ts';

/** The applications of an organization that have a version with a deadline. */
export const listApplicationsWithDeadline = (db: Db, orgId: string) =>
  db
    .selectFrom('versions')
    .select('application')
    .distinct()
    .where('org_id', '=', orgId)
    .where('required_by', 'is not', null)
    .execute();
