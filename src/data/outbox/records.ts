import { createRandomId } from '../random-id.ts';
import { type OutboxRow, type Writer, writerKey } from '../records/outbox-row.ts';
import type { Durability, Storage, Transaction } from '../storage/storage.ts';
import type { PendingWrite } from './pending-write.ts';
import { takeNextOrder } from './writer.ts';

/** How long a sent row stays visible, in milliseconds. */
const sentRetentionMs = 24 * 3600_000;
/** Milliseconds by which a clock may be set back while a sent row stays. */
const clockToleranceMs = 5 * 60_000;

export const readRows = async (storage: Storage): Promise<OutboxRow[]> =>
  sortRows(await storage.read(['outbox'], (transaction) => transaction.all('outbox')));

/** The rows, with their writer; the writer is undefined before the first row. */
export async function readOutbox(
  storage: Storage,
): Promise<{ rows: OutboxRow[]; writer: Writer | undefined }> {
  const { rows, writer } = await storage.read(storesForAdding, async (transaction) => ({
    rows: await transaction.all('outbox'),
    writer: await transaction.get('writer', writerKey),
  }));
  return { rows: sortRows(rows), writer };
}

function sortRows(rows: readonly OutboxRow[]): OutboxRow[] {
  const now = Date.now();
  return rows.filter((row) => !isExpired(row, now)).sort((a, b) => a.order - b.order);
}

/**
 * Adds a write as a row, which replaces untried rows of its kind and subject and includes their content. A refused row
 * stays for the person to decide, unless the later write contains all of it. Runs in the caller's transaction.
 */
export async function addRow<P>(
  transaction: Transaction,
  write: PendingWrite<P>,
  payload: P,
  now: number,
  name: string | null = null,
): Promise<OutboxRow> {
  const rows = await transaction.all('outbox');
  const subject = write.getSubject(payload);
  // The rows of a kind contain payloads of that kind.
  const sameSubject = rows.filter(
    (row): row is OutboxRow & { payload: P } => row.kind === write.kind && row.subject === subject,
  );
  const merging = write.merge === undefined ? [] : sameSubject;
  const merge = (earlier: P, later: P): P => write.merge?.(earlier, later) ?? later;
  const merged = merging
    .filter((old) => canMergeInto(old, rows))
    .toSorted((a, b) => b.order - a.order)
    .reduce((later, earlier) => merge(earlier.payload, later), payload);
  const order = await takeNextOrder(transaction);
  const row = createRow(write, merged, { now, order, name: name ?? sameSubject.at(-1)?.name ?? null });
  const isRepeated = (old: OutboxRow & { payload: P }) => isSame(merge(old.payload, merged), merged);
  const replaced = merging.filter(
    (old) => canMergeInto(old, rows) || (old.state === 'refused' && isRepeated(old)),
  );
  for (const old of [...replaced, ...rows.filter((each) => isExpired(each, now))])
    await transaction.delete('outbox', old.id);
  await transaction.put('outbox', row.id, row);
  return row;
}

/**
 * Whether a later write may include a row's content. A row that was tried may have arrived: under another key it would
 * be done twice, even over what another device wrote since. A waiting row of another kind must keep its place between
 * the two.
 */
const canMergeInto = ({ state, attempts, kind, subject, order }: OutboxRow, rows: readonly OutboxRow[]) =>
  state === 'waiting' &&
  attempts === 0 &&
  !rows.some((row) => row.subject === subject && row.kind !== kind && row.order > order);

/** Whether two payloads, which are plain data, are equal. */
function isSame(one: unknown, other: unknown): boolean {
  const fields = (payload: unknown) =>
    JSON.stringify(Object.entries(payload ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return fields(one) === fields(other);
}

/**
 * Whether a sent row has stayed long enough. A row that was sent later than now was sent before somebody set the clock
 * back: nobody knows how long ago, and its effect must not be shown until that moment.
 */
const isExpired = ({ state, sentAt }: OutboxRow, now: number) =>
  state === 'sent' && ((sentAt ?? 0) < now - sentRetentionMs || (sentAt ?? 0) > now + clockToleranceMs);

const createRow = <P>(
  write: PendingWrite<P>,
  payload: P,
  { now, order, name }: { now: number; order: number; name: string | null },
): OutboxRow => ({
  id: createRandomId(),
  idempotencyKey: createRandomId(),
  kind: write.kind,
  subject: write.getSubject(payload),
  payload,
  name,
  order,
  created: now,
  attempts: 0,
  lastError: null,
  state: 'waiting',
  sentAt: null,
});

/** The stores that adding a row needs. */
export const storesForAdding = ['outbox', 'writer'] as const;

/** Lets a refused write wait again, after all others, because it is what the person wants now. */
export function retryRow(storage: Storage, id: string): Promise<void> {
  const again = async (transaction: Transaction) => {
    const row = await transaction.get('outbox', id);
    if (row?.state !== 'refused') return;
    await transaction.put('outbox', id, {
      ...markWaiting(null)(row),
      order: await takeNextOrder(transaction),
    });
  };
  return storage.write(storesForAdding, again, 'strict');
}

/** Changes a row if it still exists: the person may have discarded it meanwhile. Returns the changed row. */
export function changeRow(
  storage: Storage,
  id: string,
  change: (row: OutboxRow) => OutboxRow,
  durability?: Durability,
): Promise<OutboxRow | undefined> {
  const changing = async (transaction: Transaction) => {
    const row = await transaction.get('outbox', id);
    if (row === undefined) return undefined;
    const changed = change(row);
    await transaction.put('outbox', id, changed);
    return changed;
  };
  return storage.write(['outbox'], changing, durability);
}

export const markSending = (row: OutboxRow): OutboxRow => ({
  ...row,
  state: 'sending',
  attempts: row.attempts + 1,
});

export const markSent =
  (now: number) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'sent', sentAt: now, lastError: null });

export const markRefused =
  (lastError: OutboxRow['lastError']) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'refused', lastError });

export const markWaiting =
  (lastError: OutboxRow['lastError']) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'waiting', lastError });
