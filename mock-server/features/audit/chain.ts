import { createHash, randomBytes } from 'node:crypto';
import type { TrailTx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import * as store from './chain-store.ts';
import type { Entry } from './entries.ts';

/** The link before the first row that an organization ever had. */
export const genesis = 'genesis';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The hash of the details of a row. Details are outside of the chain, which contains only this, so that those about a
 * person can be erased.
 */
export const digestOf = (salt: string, details: string): string => sha256(`${salt} ${details}`);

/** The hash of a row and of the link before it. */
export const linkOf = (before: string, row: Omit<store.AuditRow, 'details' | 'salt' | 'link'>): string =>
  sha256(
    JSON.stringify([
      before,
      row.org_id,
      row.position,
      row.id,
      row.at,
      row.action,
      row.outcome,
      row.actor_org,
      row.actor,
      row.kind,
      row.subject,
      row.digest,
    ]),
  );

/**
 * Appends entries to the chains of their organizations. It locks the ends of these chains until the transaction ends,
 * so that rows of several processes follow each other: call it at the end of a transaction. Returns the rows.
 */
export async function append(tx: TrailTx, entries: readonly Entry[]): Promise<store.AuditRow[]> {
  const rows: store.AuditRow[] = [];
  const byOrganization = [...Map.groupBy(entries, (entry) => entry.orgId)];
  // Always in this order, so that no two transactions wait for each other.
  byOrganization.sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [orgId, own] of byOrganization) {
    let end: store.ChainEnd = await store.lockChainEnd(tx, orgId, genesis);
    for (const entry of own) {
      const row = rowOf(entry, end);
      rows.push(row);
      end = { last: row.position, link: row.link };
    }
    await store.insertRows(tx, rows.slice(-own.length));
    await store.setHead(tx, orgId, end);
  }
  return rows;
}

function rowOf(
  { orgId, action, outcome, actor, subject, details }: Entry,
  before: store.ChainEnd,
): store.AuditRow {
  const salt = randomBytes(16).toString('base64url');
  const text = JSON.stringify(details);
  const row = {
    org_id: orgId,
    position: before.last + 1,
    id: createId(),
    at: getNow(),
    action,
    outcome,
    actor_org: actor?.orgId ?? null,
    actor: actor?.id ?? null,
    kind: subject?.kind ?? null,
    subject: subject?.id ?? null,
    digest: digestOf(salt, text),
  };
  return { ...row, details: text, salt, link: linkOf(before.link, row) };
}
