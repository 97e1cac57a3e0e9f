import { chunks } from '../chunks.ts';
import type { Tx } from './handles.ts';
import { now } from './identifiers.ts';

/**
 * The change log says which applications each raised revision stands for, so that a catalog that was synced at one
 * revision is told what changed since. It is written in the transaction that raises the revision, whose row is locked until
 * that transaction ends: a reader who sees a revision also sees its rows, and those of all revisions before it.
 */

/** Applications that may now be shown differently; `all`: any may. Empty: only the scope itself has changed. */
export type Changed = readonly string[] | 'all';

/** In place of an application's id: anything may have changed. */
export const everything = '';
/** In place of an application's id: none, but a person's groups or what kind of device it is. */
export const noApplication = '-';

/** Most applications that are logged for one revision; more are logged as `everything`. */
const mostNoted = 2_000;
/** Revisions that are kept for a scope; a client with an older one gets the complete catalog. */
export const revisionsKept = 1_000;

export const organizationScope = '';
export const userScope = (userId: string): string => `u:${userId}`;
export const deviceScope = (deviceId: string): string => `d:${deviceId}`;

export interface RaisedRevision {
  scope: string;
  /** What it was raised to. */
  revision: number;
}

/** Logs what revisions were raised for. Call it in the transaction that raised them. */
export async function noteChanges(
  tx: Tx,
  orgId: string,
  raised: readonly RaisedRevision[],
  changed: Changed,
): Promise<void> {
  const created = now();
  const applications = noted(changed);
  const rows = raised.flatMap((of) =>
    applications.map((application) => ({ org_id: orgId, ...of, application, created })),
  );
  for (const part of chunks(rows)) await tx.insertInto('catalog_changes').values(part).execute();
  for (const { scope, revision } of raised) {
    if (revision > revisionsKept) await forget(tx, orgId, scope, revision - revisionsKept);
  }
}

function noted(changed: Changed): readonly string[] {
  if (changed === 'all' || changed.length > mostNoted) return [everything];
  return changed.length === 0 ? [noApplication] : [...new Set(changed)];
}

async function forget(tx: Tx, orgId: string, scope: string, revision: number): Promise<void> {
  await tx
    .deleteFrom('catalog_changes')
    .where('org_id', '=', orgId)
    .where('scope', '=', scope)
    .where('revision', '<=', revision)
    .execute();
}
