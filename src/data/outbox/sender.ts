import type { Client } from '../http/client.ts';
import { type ClientError, RateLimitedError, toClientError } from '../http/errors.ts';
import { withLock } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import type { PendingWrites } from './pending-write.ts';
import { asRefused, asSending, asSent, asWaiting, changeRow, readRows } from './records.ts';
import { type OutboxRow, problemOf } from './row.ts';

export interface SenderContext {
  /** The account's database; names the lock, so that one sender sends at a time. */
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  /** Called after every change of a row. */
  changed(): void | Promise<void>;
}

const first = 2_000;
const longest = 15 * 60_000;

/** Milliseconds without a byte after which a write is given up: nobody waits before it. */
const timeout = 30_000;

/** Milliseconds until the next attempt: twice as long each time, at most 15 minutes, spread so that not all come at once. */
export const backoff = (attempts: number, chance = Math.random()): number =>
  Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (0.5 + chance / 2);

/**
 * Sends what is due, in order, once: among all tabs and the service worker one sender works at a time. `eager` also tries
 * what only waits for the network. Answers how many rows still wait.
 */
export function sendWaiting(context: SenderContext, eager: boolean): Promise<number> {
  return withLock(`${context.databaseName}:outbox`, async () => {
    const tried = new Set<string>();
    let next = await nextDue(context, eager, tried);
    while (next !== undefined && context.client.identity !== null) {
      tried.add(next.id);
      const goOn = await send(context, next);
      next = goOn ? await nextDue(context, eager, tried) : undefined;
    }
    return (await readRows(context.storage)).filter(isUnsent).length;
  });
}

/** Whether a row is still to be sent. A row that is `sending` while nobody sends was cut off in the middle. */
export const isUnsent = (row: OutboxRow): boolean => row.state === 'waiting' || row.state === 'sending';

/** The first unsent row of each subject: those behind it wait for it. `rows` in their order. */
export function headsOf(rows: readonly OutboxRow[]): OutboxRow[] {
  const heads = new Map<string, OutboxRow>();
  for (const row of rows.filter(isUnsent)) {
    if (!heads.has(row.subject)) heads.set(row.subject, row);
  }
  return [...heads.values()];
}

async function nextDue(
  context: SenderContext,
  eager: boolean,
  tried: ReadonlySet<string>,
): Promise<OutboxRow | undefined> {
  const heads = headsOf(await readRows(context.storage));
  return heads.find((row) => !tried.has(row.id) && isDue(row, eager));
}

const isDue = (row: OutboxRow, eager: boolean) =>
  row.state === 'sending' || row.nextAttempt <= Date.now() || (eager && waitsForNetwork(row));

const waitsForNetwork = ({ lastError }: OutboxRow) =>
  lastError?.kind === 'offline' || lastError?.kind === 'unreachable' || lastError?.kind === 'foreign';

/** Sends one row; answers whether it is of use to try the next. */
async function send(context: SenderContext, row: OutboxRow): Promise<boolean> {
  const { storage, client, writes } = context;
  const write = writes.get(row.kind);
  if (write === undefined) {
    const lastError = { kind: 'unsupported', name: null, guid: null } as const;
    await changeRow(storage, row.id, asRefused(lastError));
    await context.changed();
    return true;
  }
  const sending = await changeRow(storage, row.id, asSending);
  if (sending === undefined) return true;
  await context.changed();
  const headers = { 'idempotency-key': row.idempotencyKey };
  const failure = await client
    .call(write.operation, { ...write.request(row.payload), headers, timeout })
    .then(
      () => null,
      (fault: unknown) => toClientError(fault),
    );
  await changeRow(storage, row.id, failure === null ? asSent(Date.now()) : afterFailure(failure, sending));
  await context.changed();
  return failure === null || failure.kind === 'refused' || failure.kind === 'server';
}

/** Decided by the kind of the error alone: who refuses for good, refuses; everything else is tried again. */
function afterFailure(error: ClientError, { attempts }: OutboxRow): (row: OutboxRow) => OutboxRow {
  const now = Date.now();
  if (error.kind === 'refused') return asRefused(problemOf(error));
  if (error.kind === 'session-ended') return asWaiting(error, now);
  if (error instanceof RateLimitedError) return asWaiting(error, now + error.retryAfter * 1000);
  return asWaiting(error, now + backoff(attempts));
}
