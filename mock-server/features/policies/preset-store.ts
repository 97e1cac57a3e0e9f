import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

export type PresetRow = Tables['policy_presets'];

/** Presets of an organization, oldest first. */
export const listPresets = (db: Db, orgId: string) =>
  db.selectFrom('policy_presets').selectAll().where('org_id', '=', orgId).orderBy('id').execute();

export const findPreset = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('policy_presets')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function countPresets(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('policy_presets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertPreset(tx: Tx, row: PresetRow): Promise<void> {
  await tx.insertInto('policy_presets').values(row).execute();
}

/** Changes a preset; undefined when there is none. */
export const updatePreset = (tx: Tx, orgId: string, id: string, change: Partial<PresetRow>) =>
  tx
    .updateTable('policy_presets')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes a preset; undefined when there is none. */
export const deletePreset = (tx: Tx, orgId: string, id: string) =>
  tx
    .deleteFrom('policy_presets')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
