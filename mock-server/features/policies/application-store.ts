import type { Tables } from '../../migrations/tables.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';

export type ApplicationPoliciesRow = Tables['application_policies'];

/** The policies of an application; undefined when it has none. */
export const findPolicies = (db: Db, orgId: string, application: string) =>
  db
    .selectFrom('application_policies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application', '=', application)
    .executeTakeFirst();

/** The policies that a token belongs to; undefined when they were removed. */
export const findPoliciesById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('application_policies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Stores the policies of an application in place of earlier ones. */
export async function putPolicies(tx: CatalogTx, row: ApplicationPoliciesRow): Promise<void> {
  const { org_id, application, ...values } = row;
  await tx
    .insertInto('application_policies')
    .values({ org_id, application, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'application']).doUpdateSet(values))
    .execute();
}

export async function deletePolicies(tx: CatalogTx, orgId: string, application: string): Promise<void> {
  await tx
    .deleteFrom('application_policies')
    .where('org_id', '=', orgId)
    .where('application', '=', application)
    .execute();
}

/** Sets the moments between which catalogs offer an application. */
export async function setAccessDates(
  tx: CatalogTx,
  orgId: string,
  application: string,
  dates: Pick<Tables['applications'], 'access_start' | 'access_end'>,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set(dates)
    .where('org_id', '=', orgId)
    .where('id', '=', application)
    .execute();
}

export async function setWrapStatus(
  tx: CatalogTx,
  orgId: string,
  version: string,
  wrap_status: number,
): Promise<void> {
  await tx
    .updateTable('versions')
    .set({ wrap_status })
    .where('org_id', '=', orgId)
    .where('id', '=', version)
    .execute();
}
