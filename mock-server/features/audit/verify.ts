import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import { heads as allHeads, findHead, type HeadRow } from './heads-store.ts';
import type { KnownHead } from './known-heads.ts';
import { fits } from './ledger.ts';
import * as ledger from './ledger-store.ts';
import { type Chained, isCurrent, isGenuine, provenanceOf } from './seal.ts';
import * as store from './store.ts';

/** A trace of a change that no service made. */
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
  /**
   * Rows that were sealed by an earlier key, and again by the current one while the earlier one was there: somebody who
   * had the earlier key could have written them.
   */
  renewed: number;
  /** Rows whose key was gone and which an operator accepted: nothing proves them. */
  unproven: number;
  /** Rows, heads, ledgers and settings that only an earlier key proves. */
  earlier: number;
  findings: Finding[];
}

/** Rows that are in memory at once. */
const batch = 500;

/**
 * Reads the whole audit log and reports what anybody but the service changed, removed or inserted. It can run beside a
 * running service. The newest rows may not be chained yet: of these, a removed one is not missed. `known` are heads
 * that were kept outside of the database: without them, it goes unnoticed when all chains were put back together.
 */
export async function verifyTrail(
  platform: Platform,
  known: ReadonlyMap<string, KnownHead> = new Map(),
): Promise<Verified> {
  const { db } = platform.database;
  const none = { renewed: 0, unproven: 0, earlier: 0 };
  const result: Verified = { organizations: 0, rows: 0, erased: 0, ...none, findings: [] };
  await verifyLedger(platform, result);
  const heads = await allHeads(db);
  for (const head of heads) await verifyOrganization(platform, head, known.get(head.org_id), result);
  const there = new Set(heads.map((head) => head.org_id));
  for (const orgId of await store.organizationsWithRows(db))
    if (!there.has(orgId) && (await store.chainedAfter(db, orgId, 0, 1)).length > 0)
      result.findings.push({ orgId, position: null, what: 'the head of the chain was removed' });
  for (const { organization, position } of known.values())
    if (!there.has(organization))
      result.findings.push({ orgId: organization, position, what: 'the chain was removed' });
  for (const { id } of await ledger.withoutTrail(db))
    result.findings.push({ orgId: id, position: null, what: 'the log was removed' });
  for (const orgId of await store.unchainedOrganizations(db)) await verifyUnchained(platform, orgId, result);
  return result;
}

/** Whether the heads are as the service left them: there is no other trace of a chain that is gone or was put back. */
async function verifyLedger({ database: { db }, secrets }: Platform, result: Verified): Promise<void> {
  const { findings } = result;
  const rows = await ledger.withHeads(db);
  const [first] = rows;
  const find = (what: string) => findings.push({ orgId: '', position: null, what });
  if (first === undefined) {
    if (await ledger.anyCounted(db)) find('the ledger of all chains was removed');
    return;
  }
  const heads = rows.map(({ org_id, counted, counted_link }) => ({
    org_id: org_id ?? '',
    counted,
    counted_link,
  }));
  if (!fits(secrets, first.sealed, heads))
    find('a chain was removed or put back to what it was: the ledger of all chains counts others');
  else if (!secrets.isNewest(first.sealed)) result.earlier += 1;
}

/** A row that is known to have a place in a chain. */
interface Mark {
  position: number | null;
  link: string | null;
  what: string;
}

const marksOf = (head: HeadRow, known: KnownHead | undefined): Mark[] => [
  { position: head.last, link: head.link, what: 'the last row is not that of the head' },
  { position: head.counted, link: head.counted_link, what: 'the row is not the one that was counted' },
  ...(known === undefined ? [] : [{ ...known, what: 'the row is not the one that was known' }]),
];

async function verifyOrganization(
  { database: { db }, secrets }: Platform,
  head: HeadRow,
  known: KnownHead | undefined,
  result: Verified,
): Promise<void> {
  const orgId = head.org_id;
  const find = (position: number | null, what: string) => result.findings.push({ orgId, position, what });
  const marks = marksOf(head, known);
  const compare = (position: number, link: string) => {
    for (const mark of marks) if (mark.position === position && mark.link !== link) find(position, mark.what);
  };
  result.organizations += 1;
  if (!isGenuine.head(secrets, head)) find(null, 'the head of the chain was changed');
  else if (!isCurrent.head(secrets, head)) result.earlier += 1;
  const settings = await store.settingsOf(db, orgId);
  if (settings !== undefined && !isGenuine.days(secrets, settings))
    find(null, 'how long rows are kept was changed');
  else if (settings !== undefined && !isCurrent.days(secrets, settings)) result.earlier += 1;
  let [position, link] = [head.first - 1, head.base];
  compare(position, link);
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
      const chained = { ...row, position: at, link: row.link ?? '' };
      // After a gap the previous link is not known; the gap itself was reported.
      for (const what of verifyRow(secrets, at === position + 1 ? link : null, chained, result))
        find(at, what);
      [position, link] = [at, chained.link];
      compare(position, link);
      result.rows += 1;
      if (row.details === null) result.erased += 1;
    }
    if (rows.length < batch) break;
  }
  const end = Math.max(...marks.map((mark) => mark.position ?? 0));
  if (position < end) find(position + 1, `${end - position} rows were removed`);
  // A running service chains more rows meanwhile.
  if (position > head.last && position > ((await findHead(db, orgId))?.last ?? 0))
    find(head.last + 1, 'rows were inserted after the last');
}

/**
 * What is wrong with a row; also counts the rows that another key than the current one has sealed. `before` is the
 * previous link, null where it is not known.
 */
function verifyRow(secrets: Secrets, before: string | null, row: Chained, result: Verified): string[] {
  const provenance = provenanceOf(secrets, before ?? '', row);
  if (provenance !== null) result[provenance] += 1;
  const isLinked = (by: typeof isGenuine) => before === null || by.link(secrets, before, row);
  if (isCurrent.row(secrets, row) && isLinked(isCurrent)) return [];
  const findings = [
    ...(isGenuine.row(secrets, row) ? [] : ['the row was changed']),
    ...(isLinked(isGenuine) ? [] : ['the row was inserted or put elsewhere']),
  ];
  if (findings.length === 0) result.earlier += 1;
  return findings;
}

/**
 * Whether a row can be the first of its chain: that of an organization records its creation. Callers whom no
 * organization knows have a chain too.
 */
const beginsWith = ({ org_id, kind, subject }: store.AuditRow): boolean =>
  org_id === '' || (kind === 'organization' && subject === org_id);

async function verifyUnchained({ database: { db }, secrets }: Platform, orgId: string, result: Verified) {
  let after = '';
  for (;;) {
    const rows = await store.unchained(db, orgId, batch, after);
    for (const row of rows) {
      if (!isGenuine.row(secrets, row))
        result.findings.push({ orgId, position: null, what: `the row ${row.id} was inserted or changed` });
      else if (!isCurrent.row(secrets, row)) result.earlier += 1;
      after = row.id;
      result.rows += 1;
    }
    if (rows.length < batch) return;
  }
}
