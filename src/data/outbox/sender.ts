import type { Client } from '../http/client.ts';
import { type ClientError, RateLimitedError, RefusedError, toClientError } from '../http/errors.ts';
import { withTakeover } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import type { NextAttempts } from './next-attempts.ts';
import type { PendingWrites } from './pending-write.ts';
import { asRefused, asSending, asSent, asWaiting, changeRow, readRows } from './records.ts';
import { type OutboxRow, problemOf } from './row.ts';
import { writerId } from './writer.ts';

export interface SenderContext {
  /** The account's database; a lock has the same name, so that only one sender works at a time. */
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  attempts: NextAttempts;
  /** Called after every change of a row. */
  changed(): void | Promise<void>;
}

const first = 2_000;
const longest = 15 * 60_000;

/** Milliseconds without a byte after which a write is given up: nobody is waiting in front of it. */
const timeout = 30_000;

/** Milliseconds after which the sender of another page counts as frozen: a live one has given its request up by then. */
const takeoverAfter = timeout + 10_000;

/** Milliseconds until the next attempt: doubled each time up to 15 minutes, with jitter so that not all come at once. */
export const backoff = (attempts: number, chance = Math.random()): number =>
  Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (0.5 + chance / 2);

/**
 * Sends what is due once, in order; among all tabs and the service worker one sender works at a time. `eager` tries
 * everything that waits, except what the service postponed. Returns how many rows of kinds that this version knows
 * still wait.
 */
export async function sendWaiting(context: SenderContext, eager: boolean): Promise<number> {
  const work = async () => {
    if (eager) context.attempts.hurry();
    const tried = new Set<string>();
    await leaveUnknown(context);
    const writer = await writerId(context.storage);
    let next = await nextDue(context, tried);
    while (next !== undefined && context.client.identity !== null) {
      tried.add(next.id);
      const goOn = await send(context, next, writer);
      next = goOn ? await nextDue(context, tried) : undefined;
    }
    const rows = await readRows(context.storage);
    return rows.filter((row) => isUnsent(row) && context.writes.has(row.kind)).length;
  };
  return withTakeover(`${context.databaseName}:outbox`, work, { takeoverAfter });
}

/** Whether a row still has to be sent. A row that is `sending` while nobody sends was interrupted. */
export const isUnsent = (row: OutboxRow): boolean => row.state === 'waiting' || row.state === 'sending';

/**
 * The first unsent row of each subject. Later rows of a subject wait for it, and so do rows of the subjects above and
 * below it (`a` and `a:b`), because they concern the same thing. Nothing waits for a kind that only a newer release
 * knows, which may never come back. `rows` must be in order.
 */
export function headsOf(rows: readonly OutboxRow[], writes: PendingWrites): OutboxRow[] {
  const taken = new Set<string>();
  const above = new Set<string>();
  const heads: OutboxRow[] = [];
  for (const row of rows.filter((each) => isUnsent(each) && writes.has(each.kind))) {
    const own = selfAndAbove(row.subject);
    if (!above.has(row.subject) && !own.some((subject) => taken.has(subject))) heads.push(row);
    taken.add(row.subject);
    for (const subject of own) above.add(subject);
  }
  return heads;
}

/** `a:b:c`, `a:b` and `a`. */
function selfAndAbove(subject: string): string[] {
  const parts = subject.split(':');
  return parts.map((_, at) => parts.slice(0, at + 1).join(':'));
}

async function nextDue(context: SenderContext, tried: ReadonlySet<string>): Promise<OutboxRow | undefined> {
  const heads = headsOf(await readRows(context.storage), context.writes);
  return heads.find((row) => !tried.has(row.id) && isDue(context, row));
}

const isDue = ({ attempts }: SenderContext, row: OutboxRow) =>
  row.state === 'sending' || attempts.wait(row) === 0;

/** Milliseconds: a larger age comes from a clock that was set meanwhile. */
const longestAge = 10 * 365 * 24 * 60 * 60_000;

/** Whole milliseconds, even where the record is damaged, because the service refuses for good what it can't read. */
const ageOf = ({ created }: OutboxRow): number =>
  Math.min(Math.max(0, Math.round(Date.now() - created) || 0), longestAge);

/** Sends one row; returns whether it makes sense to try the next. */
async function send(context: SenderContext, row: OutboxRow, writer: string): Promise<boolean> {
  const { storage, client, writes } = context;
  const write = writes.get(row.kind);
  if (write === undefined) return true;
  // On the disk before it is sent: a row that may have arrived must not look untried, even after a power failure.
  const sending = await changeRow(storage, row.id, asSending, 'strict');
  if (sending === undefined) return true;
  await context.changed();
  const headers = {
    'idempotency-key': row.idempotencyKey,
    'x-writer': writer,
    'x-subject': row.subject,
    'x-sequence': String(row.order),
    // An age and not a moment, because the clocks of device and service may differ.
    'x-age': String(ageOf(row)),
  };
  const failure = await client
    .call(write.operation, { ...write.request(row.payload), headers, timeout })
    .then(
      () => null,
      (fault: unknown) => toClientError(fault),
    );
  const isDone = failure === null || (isSuperseded(failure) && !wasLeft(row));
  await changeRow(storage, row.id, isDone ? asSent(Date.now()) : afterFailure(failure));
  if (isDone) {
    context.attempts.delete(row.id);
    // A success shows that the service is well: what failed before is worth another attempt.
    context.attempts.hurry();
  } else context.attempts.putOff(row.id, retryDelay(failure, sending), failure instanceof RateLimitedError);
  await context.changed();
  return failure === null || failure.kind === 'refused' || failure.kind === 'server';
}

/** Marks writes of kinds that only a newer release knows: they wait until that release is back. */
async function leaveUnknown({ storage, writes, changed }: SenderContext): Promise<void> {
  const rows = (await readRows(storage)).filter((row) => isUnsent(row) && !writes.has(row.kind));
  for (const row of rows.filter((each) => !wasLeft(each))) {
    await changeRow(storage, row.id, asWaiting({ kind: 'unsupported', name: null, guid: null }));
    await changed();
  }
}

/**
 * Whether later writes of its subject overtook a write: when they are done, the person decides whether it shall still
 * be sent.
 */
const wasLeft = ({ lastError }: OutboxRow) => lastError?.kind === 'unsupported';

/** Whether a later write of the subject was already done: then there is nothing left to do or to report. */
const isSuperseded = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'superseded';

/** A final refusal stays one; everything else is tried again. */
const afterFailure = (error: ClientError): ((row: OutboxRow) => OutboxRow) =>
  error.kind === 'refused' && !waitsForTerms(error)
    ? asRefused(problemOf(error))
    : asWaiting(problemOf(error));

/** Until the person accepts the terms of their organization, which one of these writes may do, all others wait. */
const waitsForTerms = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'terms_not_accepted';

/**
 * Milliseconds until a failed write is tried again by itself; after the end of a session, as soon as there is a new
 * one.
 */
function retryDelay(error: ClientError, { attempts }: OutboxRow): number {
  if (error.kind === 'session-ended') return 0;
  return error instanceof RateLimitedError ? error.retryAfter * 1000 : backoff(attempts);
}
