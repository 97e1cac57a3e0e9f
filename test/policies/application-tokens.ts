import { createApplicationToken } from '../../mock-server/features/policies/application-token.ts';
import type { TestService } from '../setup/service.ts';

/** The token of an application that has policies. */
export async function tokenOf({ platform }: TestService, application: string): Promise<string> {
  const { id, org_id } = await platform.database.db
    .selectFrom('application_policies')
    .select(['id', 'org_id'])
    .where('application', '=', application)
    .executeTakeFirstOrThrow();
  return createApplicationToken(platform.secrets, { orgId: org_id, policies: id });
}
