import { randomId } from '../random-id.ts';
import type { Durability, ReadTransaction, Storage, Transaction } from '../storage/storage.ts';
import type { PendingWrite } from './pending-write.ts';
import { type OutboxRow, type Writer, writerKey } from './row.ts';
import { nextOrder } from './writer.ts';

/** How long a sent row stays visible, in milliseconds. */
const sentStays = 24 * 3600_000;
/** Milliseconds by which a clock may be set back while a sent row stays. */
const correction = 5 * 60_000;

export const readRows = async (storage: Storage): Promise<OutboxRow[]> =>
  inOrder(await storage.read(['outbox'], (transaction) => transaction.all('outbox')));

/** The rows, with their writer; the writer is undefined before the first row. */
export async function readOutbox(
  storage: Storage,
): Promise<{ rows: OutboxRow[]; writer: Writer | undefined }> {
  const { rows, writer } = await storage.read(addingStores, async (transaction) => ({
    rows: await transaction.all('outbox'),
    writer: await transaction.get('writer', writerKey),
  }));
  return { rows: inOrder(rows), writer };
}

function inOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const now = Date.now();
  return rows.filter((row) => !isOldNews(row, now)).sort((a, b) => a.order - b.order);
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
  const subject = write.subject(payload);
  // The rows of a kind contain payloads of that kind.
  const own = rows.filter(
    (row): row is OutboxRow & { payload: P } => row.kind === write.kind && row.subject === subject,
  );
  const merging = write.merge === undefined ? [] : own;
  const merge = (earlier: P, later: P): P => write.merge?.(earlier, later) ?? later;
  const merged = merging
    .filter((old) => mayTakeIn(old, rows))
    .toSorted((a, b) => b.order - a.order)
    .reduce((later, earlier) => merge(earlier.payload, later), payload);
  const order = await nextOrder(transaction);
  const row = newRow(write, merged, { now, order, name: name ?? own.at(-1)?.name ?? null });
  const saidAnew = (old: OutboxRow & { payload: P }) => isSame(merge(old.payload, merged), merged);
  const replaced = merging.filter(
    (old) => mayTakeIn(old, rows) || (old.state === 'refused' && saidAnew(old)),
  );
  for (const old of [...replaced, ...rows.filter((each) => isOldNews(each, now))])
    await transaction.delete('outbox', old.id);
  await transaction.put('outbox', row.id, row);
  return row;
}

/**
 * Whether a later write may include a row's content. A row that was tried may have arrived: under another key it would
 * be done twice, even over what another device wrote since. A waiting row of another kind must keep its place between
 * the two.
 */
const mayTakeIn = ({ state, attempts, kind, subject, order }: OutboxRow, rows: readonly OutboxRow[]) =>
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
const isOldNews = ({ state, sentAt }: OutboxRow, now: number) =>
  state === 'sent' && ((sentAt ?? 0) < now - sentStays || (sentAt ?? 0) > now + correction);

const newRow = <P>(
  write: PendingWrite<P>,
  payload: P,
  { now, order, name }: { now: number; order: number; name: string | null },
): OutboxRow => ({
  id: randomId(),
  idempotencyKey: randomId(),
  kind: write.kind,
  subject: write.subject(payload),
  payload,
  name,
  order,
  created: now,
  attempts: 0,
  lastError: null,
  state: 'waiting',
  sentAt: null,
});

/** The ids of the rows that the service has. */
export const sentIn = async (transaction: ReadTransaction): Promise<string[]> =>
  (await transaction.all('outbox')).flatMap(({ id, state }) => (state === 'sent' ? id : []));

/** The stores that adding a row needs. */
export const addingStores = ['outbox', 'writer'] as const;

/** Lets a refused write wait again, after all others, because it is what the person wants now. */
export function tryAgain(storage: Storage, id: string): Promise<void> {
  const again = async (transaction: Transaction) => {
    const row = await transaction.get('outbox', id);
    if (row?.state !== 'refused') return;
    await transaction.put('outbox', id, {
      ...asWaiting(null)(row),
      order: await nextOrder(transaction),
    });
  };
  return storage.write(addingStores, again, 'strict');
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
  (lastError: OutboxRow['lastError']) =>
  (row: OutboxRow): OutboxRow => ({ ...row, state: 'waiting', lastError });
