import type { Platform } from '../../platform/services.ts';
import { isGenuine } from './seal.ts';
import * as store from './store.ts';

/** Something that no service did. */
export interface Finding {
  orgId: string;
  /** Position in the chain; null for a row that is not chained. */
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
 * Reads the whole audit log and tells what was changed, removed or inserted by another than the service. The newest rows,
 * of the last moments, may not be chained yet: of these a removed one is not missed.
 */
export async function verifyTrail(platform: Platform): Promise<Verified> {
  const { db } = platform.database;
  const result: Verified = { organizations: 0, rows: 0, erased: 0, findings: [] };
  const known = await store.heads(db);
  for (const head of known) await verifyOrganization(platform, head, result);
  const heads = new Set(known.map((head) => head.org_id));
  for (const orgId of await store.organizationsWithRows(db))
    if (!heads.has(orgId) && (await store.chainedAfter(db, orgId, 0, 1)).length > 0)
      result.findings.push({ orgId, position: null, what: 'the head of the chain was removed' });
  for (const orgId of await store.organizationsWithoutRows(db))
    result.findings.push({ orgId, position: null, what: 'the log was removed' });
  for (const orgId of await store.unchainedOrganizations(db)) await verifyUnchained(platform, orgId, result);
  return result;
}

async function verifyOrganization(
  { database: { db }, secrets }: Platform,
  head: store.HeadRow,
  result: Verified,
): Promise<void> {
  const orgId = head.org_id;
  const find = (position: number | null, what: string) => result.findings.push({ orgId, position, what });
  result.organizations += 1;
  if (!isGenuine.head(secrets, head)) find(null, 'the head of the chain was changed');
  if (!isGenuine.days(secrets, head)) find(null, 'how long rows are kept was changed');
  let [position, link] = [head.first - 1, head.base];
  const [early] = await store.chainedAfter(db, orgId, -1, 1);
  if (early !== undefined && (early.position ?? 0) < head.first)
    find(early.position, 'a row was inserted before the first');
  if (head.first === 1 && early !== undefined && !beginsWith(early))
    find(1, 'the log begins after the organization was made');
  for (;;) {
    const rows = await store.chainedAfter(db, orgId, position, batch);
    for (const row of rows) {
      const at = row.position ?? 0;
      if (at !== position + 1) find(position + 1, `${at - position - 1} rows were removed`);
      if (!isGenuine.row(secrets, row)) find(at, 'the row was changed');
      const chained = { ...row, position: at, link: row.link ?? '' };
      // After a gap the link before is not known; it was reported.
      if (at === position + 1 && !isGenuine.link(secrets, link, chained))
        find(at, 'the row was inserted or put elsewhere');
      [position, link] = [at, chained.link];
      result.rows += 1;
      if (row.details === null) result.erased += 1;
    }
    if (rows.length < batch) break;
  }
  if (position > head.last) find(head.last + 1, 'rows were inserted after the last');
  else if (position < head.last) find(position + 1, `${head.last - position} rows were removed`);
  else if (link !== head.link) find(position, 'the last row is not that of the head');
}

/** Whether a row can be the first of its chain: that of an organization tells that it was made; strangers to all have a chain, too. */
const beginsWith = ({ org_id, kind, subject }: store.AuditRow): boolean =>
  org_id === '' || (kind === 'organization' && subject === org_id);

async function verifyUnchained({ database: { db }, secrets }: Platform, orgId: string, result: Verified) {
  let after = '';
  for (;;) {
    const rows = await store.unchained(db, orgId, batch, after);
    for (const row of rows) {
      if (!isGenuine.row(secrets, row))
        result.findings.push({ orgId, position: null, what: `the row ${row.id} was inserted or changed` });
      after = row.id;
      result.rows += 1;
    }
    if (rows.length < batch) return;
  }
}
