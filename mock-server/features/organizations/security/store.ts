import type { SecurityLevel, SecuritySettings } from '../../../../contract/security.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { prepareFirst, type Value } from '../../../platform/database/prepared.ts';

export interface SecurityChoice {
  level: SecurityLevel;
  chosen: Partial<SecuritySettings>;
}

/** The level of an organization and the settings that it has chosen. */
export async function readSecurityChoice(db: Db, orgId: string): Promise<SecurityChoice> {
  const row = await findChoice(db, orgId);
  if (row === undefined) return { level: 'documented', chosen: {} };
  return { level: row.level, chosen: JSON.parse(row.chosen) as Partial<SecuritySettings> };
}

const findChoice = prepareFirst((db: Db, orgId: Value) =>
  db.selectFrom('security_settings').select(['level', 'chosen']).where('org_id', '=', orgId),
);

export async function putSecurityChoice(
  tx: Tx,
  orgId: string,
  { level, chosen }: SecurityChoice,
): Promise<void> {
  const columns = { level, chosen: JSON.stringify(chosen) };
  await tx
    .insertInto('security_settings')
    .values({ org_id: orgId, ...columns })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
    .execute();
}
