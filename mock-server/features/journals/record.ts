import type { Tables } from '../../migrations/tables.ts';
import { writeTogether } from '../../platform/database/changes/transaction-state.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { ActivityEvent, Kind } from './activity-event.ts';
import { buildPositionQuery, moveHead, recordJournalDays } from './journal-store.ts';
import { insertRow, insertRows, toRowsJson } from './rows-store.ts';

type Entry = Omit<Tables['activity'], 'position'>;

/**
 * Records what happened, in the transaction in which it does. The row is written when that transaction ends, so that its
 * journal is locked for the shortest time. An empty `orgId` is for what belongs to no organization.
 */
export function recordActivity(tx: Tx, orgId: string, happened: ActivityEvent): void {
  writeTogether(tx, 'journals', toEntry(orgId, happened), write);
}

function toEntry(orgId: string, happened: ActivityEvent): Entry {
  const { kind, user, device = null, application = null, version = null, ...details } = happened;
  const subject = { user, device, application, version };
  return { org_id: orgId, kind, at: getNow(), ...subject, details: JSON.stringify(details) };
}

/** Every transaction locks its journals in the same order, so that no two transactions wait for each other. */
async function write(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const journals = Map.groupBy(entries, ({ org_id, kind }) => `${org_id} ${kind}`);
  for (const name of [...journals.keys()].sort()) await append(tx, journals.get(name) ?? []);
}

async function append(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const [entry] = entries;
  if (entry === undefined) return;
  const { org_id } = entry;
  const kind = entry.kind as Kind;
  const count = entries.length;
  await moveHead(tx, org_id, kind, count);
  const rows = entries.map((row, place) => ({ ...row, after: count - 1 - place }));
  const places = rows.map(({ at, after }) => ({
    at,
    position: () => buildPositionQuery(tx, org_id, kind, after),
  }));
  await recordJournalDays(tx, org_id, kind, places);
  const { at, user, device, application, version, details } = entry;
  if (count === 1) await insertRow(tx, org_id, kind, at, user, device, application, version, details);
  else await insertRows(tx, org_id, kind, toRowsJson(rows));
}
