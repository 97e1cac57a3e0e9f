import type { Db, TrailTx } from '../../platform/database/handles.ts';

/** A person whom rows may name. */
export interface Person {
  org_id: string;
  id: string;
  psk: number;
}

const erased = { details: null, salt: null };

/** Some of the rows with details about what a person did, also in the organizations below. */
export const actsOf = (db: Db, { org_id, id }: Person, count: number) =>
  db
    .selectFrom('audit')
    .select(['org_id', 'position'])
    .where('actor', '=', id)
    .where('actor_org', '=', org_id)
    .where('details', 'is not', null)
    .limit(count)
    .execute();

export async function eraseRows(tx: TrailTx, orgId: string, positions: readonly number[]): Promise<void> {
  await tx
    .updateTable('audit')
    .set(erased)
    .where('org_id', '=', orgId)
    .where('position', 'in', [...positions])
    .execute();
}

/**
 * Erases, of the rows of the person's organization in a range of positions, those that are about the person, or name
 * them in their details. A path may name the person by their number (`psk`).
 */
export async function eraseNaming(
  tx: TrailTx,
  { org_id, id, psk }: Person,
  { after, end }: { after: number; end: number },
): Promise<void> {
  await tx
    .updateTable('audit')
    .set(erased)
    .where('org_id', '=', org_id)
    .where('position', '>', after)
    .where('position', '<=', end)
    .where((where) =>
      where.or([
        where('subject', '=', id),
        where.and([where('kind', '=', 'user'), where('subject', '=', String(psk))]),
        where('details', 'like', `%${id}%`),
      ]),
    )
    .execute();
}
