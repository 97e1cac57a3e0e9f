import type { Db } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import { digestOf, linkOf } from './chain.ts';
import * as store from './chain-store.ts';
import type { KnownHead } from './known-heads.ts';

/** A trace of a change that no service made. */
export interface Finding {
  orgId: string;
  /** Position in the chain; null where the whole chain is meant. */
  position: number | null;
  what: string;
}

export interface Verified {
  organizations: number;
  rows: number;
  /** Rows whose details were erased with the person they were about. */
  erased: number;
  findings: Finding[];
}

/** Rows that are in memory at once. */
const batch = 500;

/**
 * Reads the whole audit log and reports what was changed, removed or inserted by anybody but the service. It can run
 * beside a running service. `known` are heads that were kept outside of the database: who can write the database can
 * compute the hashes too, and make another chain of a whole log, which only these heads reveal.
 */
export async function verifyTrail(
  { database: { db } }: Platform,
  known: ReadonlyMap<string, KnownHead> = new Map(),
): Promise<Verified> {
  const result: Verified = { organizations: 0, rows: 0, erased: 0, findings: [] };
  const heads = await store.listHeads(db);
  for (const head of heads) await verifyChain(db, head, known.get(head.org_id), result);
  const chains = new Set(heads.map((head) => head.org_id));
  const find = (orgId: string, what: string) => result.findings.push({ orgId, position: null, what });
  for (const { org_id } of await store.headless(db)) find(org_id, 'the head of the chain was removed');
  for (const orgId of known.keys()) if (!chains.has(orgId)) find(orgId, 'the chain was removed');
  for (const { id } of await store.withoutChain(db)) find(id, 'the log was removed');
  return result;
}

async function verifyChain(
  db: Db,
  head: store.HeadRow,
  known: KnownHead | undefined,
  result: Verified,
): Promise<void> {
  const orgId = head.org_id;
  const find = (position: number, what: string) => result.findings.push({ orgId, position, what });
  const compare = (position: number, link: string) => {
    if (position === head.last && link !== head.link) find(position, 'the last row is not that of the head');
    if (position === known?.position && link !== known.link)
      find(position, 'the row is not the one that was known');
  };
  result.organizations += 1;
  let [position, link] = [head.first - 1, head.base];
  compare(position, link);
  const [oldest] = await store.rowsAfter(db, orgId, -1, 1);
  if (oldest !== undefined && oldest.position < head.first)
    find(oldest.position, 'a row was inserted before the first');
  if (head.first === 1 && oldest !== undefined && !beginsWith(oldest))
    find(1, 'the log begins after the organization was made');
  for (;;) {
    const rows = await store.rowsAfter(db, orgId, position, batch);
    for (const row of rows) {
      const isNext = row.position === position + 1;
      if (!isNext) find(position + 1, `${row.position - position - 1} rows were removed`);
      // After a gap the previous link is not known; the gap itself was reported.
      if (hasOtherDetails(row) || (isNext && linkOf(link, row) !== row.link))
        find(row.position, 'the row was changed, or put elsewhere');
      ({ position, link } = row);
      compare(position, link);
      result.rows += 1;
      if (row.details === null) result.erased += 1;
    }
    if (rows.length < batch) break;
  }
  const end = Math.max(head.last, known?.position ?? 0);
  if (position < end) find(position + 1, `${end - position} rows were removed`);
  // A running service appends more rows meanwhile.
  if (position > head.last && position > ((await store.findHead(db, orgId))?.last ?? 0))
    find(head.last + 1, 'rows were inserted after the last');
}

const hasOtherDetails = ({ details, salt, digest }: store.AuditRow): boolean =>
  details !== null && digestOf(salt ?? '', details) !== digest;

/**
 * Whether a row can be the first of its chain: that of an organization records its creation. Callers whom no
 * organization knows have a chain too.
 */
const beginsWith = ({ org_id, kind, subject }: store.AuditRow): boolean =>
  org_id === '' || (kind === 'organization' && subject === org_id);
