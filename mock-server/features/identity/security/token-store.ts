import type { Tx } from '../../../platform/database/handles.ts';

/** Sets the latest moment at which the sessions of an organization, or its API tokens, end. */
export async function limitTokens(
  tx: Tx,
  orgId: string,
  kinds: readonly ('user' | 'catalog' | 'api')[],
  end: string,
): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ prune: end })
    .where('org_id', '=', orgId)
    .where('kind', 'in', kinds)
    .where((where) => where.or([where('prune', 'is', null), where('prune', '>', end)]))
    .execute();
}

/** Sets until when a session must be used, or it ends; null: it need not be used. */
export async function setIdleEnds(tx: Tx, orgId: string, end: string | null): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ idle_ends: end })
    .where('org_id', '=', orgId)
    .where('kind', '!=', 'api')
    .execute();
}
