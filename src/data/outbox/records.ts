import type { ClientError } from '../http/errors.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import type { PendingWrite } from './pending-write.ts';
import { type OutboxRow, problemOf } from './row.ts';

/** How long a sent row stays visible, in milliseconds. */
const sentStays = 24 * 3600_000;

export const readRows = async (storage: Storage): Promise<OutboxRow[]> => {
  const rows = await storage.read(['outbox'], (transaction) => transaction.all('outbox'));
  return rows.sort((a, b) => a.order - b.order);
};

/** Adds a write as a row, in the caller's transaction; one that coalesces replaces the unsent rows of its subject. */
export async function addRow<P>(
  transaction: Transaction,
  write: PendingWrite<P>,
  payload: P,
  now: number,
): Promise<OutboxRow> {
  const rows = await transaction.all('outbox');
  const row = newRow(write, payload, now, Math.max(0, ...rows.map(({ order }) => order)) + 1);
  for (const old of rows) {
    const replaced = write.coalesce && old.subject === row.subject && isOpen(old);
    if (replaced || isOldNews(old, now)) await transaction.delete('outbox', old.id);
  }
  await transaction.put('outbox', row.id, row);
  return row;
}

const isOpen = (row: OutboxRow) => row.state === 'waiting' || row.state === 'refused';
const isOldNews = (row: OutboxRow, now: number) =>
  row.state === 'sent' && (row.sentAt ?? 0) < now - sentStays;

const newRow = <P>(write: PendingWrite<P>, payload: P, now: number, order: number): OutboxRow => ({
  id: crypto.randomUUID(),
  idempotencyKey: crypto.randomUUID(),
  kind: write.kind,
  subject: write.subject(payload),
  payload,
  order,
  created: now,
  attempts: 0,
  nextAttempt: now,
  lastError: null,
  state: 'waiting',
  sentAt: null,
});

/** Changes a row if it is still there: a person may have discarded it meanwhile. Returns the changed row. */
export function changeRow(
  storage: Storage,
  id: string,
  change: (row: OutboxRow) => OutboxRow,
): Promise<OutboxRow | undefined> {
  return storage.write(['outbox'], async (transaction) => {
    const row = await transaction.get('outbox', id);
    if (row === undefined) return undefined;
    const changed = change(row);
    await transaction.put('outbox', id, changed);
    return changed;
  });
}

export const asSending = (row: OutboxRow): OutboxRow => ({
  ...row,
  state: 'sending',
  attempts: row.attempts + 1,
});

export const asSent =
  (now: number) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'sent', sentAt: now, lastError: null });

export const asRefused =
  (lastError: OutboxRow['lastError']) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'refused', lastError });

export const asWaiting =
  (error: ClientError | null, nextAttempt: number) =>
  (row: OutboxRow): OutboxRow => ({
    ...row,
    state: 'waiting',
    nextAttempt,
    lastError: error === null ? null : problemOf(error),
  });
