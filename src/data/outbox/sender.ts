import type { Client } from '../http/client.ts';
import { type ClientError, RateLimitedError, RefusedError, toClientError } from '../http/errors.ts';
import { withLock } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import type { NextAttempts } from './next-attempts.ts';
import type { PendingWrites } from './pending-write.ts';
import { asRefused, asSending, asSent, asWaiting, changeRow, readRows } from './records.ts';
import { type OutboxRow, problemOf } from './row.ts';
import { writerId } from './writer.ts';

export interface SenderContext {
  /** The account's database; its name is the lock's, so that only one sender works at a time. */
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

/** Milliseconds without a byte after which a write is given up: nobody waits before it. */
const timeout = 30_000;

/** Milliseconds until the next attempt: doubled each time up to 15 minutes, with jitter so that not all come at once. */
export const backoff = (attempts: number, chance = Math.random()): number =>
  Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (0.5 + chance / 2);

/**
 * Sends what is due, in order, once: among all tabs and the service worker one sender works at a time. `eager` tries
 * everything that waits, but for what the service put off. Answers how many rows that this version knows still wait.
 */
export function sendWaiting(context: SenderContext, eager: boolean): Promise<number> {
  return withLock(`${context.databaseName}:outbox`, async () => {
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
  });
}

/** Whether a row is still to be sent. A row that is `sending` while nobody sends was interrupted. */
export const isUnsent = (row: OutboxRow): boolean => row.state === 'waiting' || row.state === 'sending';

/**
 * The first unsent row of each subject: those behind it wait for it, and so do those of the subjects above and below (`a` and
 * `a:b`), which say something of the same. Nothing waits for a kind that only a newer release knows, which may never be back.
 * `rows` in their order.
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

/** Milliseconds: what a clock that was set meanwhile makes of it is not told. */
const longestAge = 10 * 365 * 24 * 60 * 60_000;

/** Whole milliseconds, also where the record is damaged: the service refuses for good what it can't read. */
const ageOf = ({ created }: OutboxRow): number =>
  Math.min(Math.max(0, Math.round(Date.now() - created) || 0), longestAge);

/** Sends one row; answers whether it is of use to try the next. */
async function send(context: SenderContext, row: OutboxRow, writer: string): Promise<boolean> {
  const { storage, client, writes } = context;
  const write = writes.get(row.kind);
  if (write === undefined) return true;
  // On the disk before it goes out: a row that may have arrived must not look untried, also when the power fails.
  const sending = await changeRow(storage, row.id, asSending, 'strict');
  if (sending === undefined) return true;
  await context.changed();
  const headers = {
    'idempotency-key': row.idempotencyKey,
    'x-writer': writer,
    'x-subject': row.subject,
    'x-sequence': String(row.order),
    // Not the moment: the clocks of device and service need not agree.
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
  // What went through shows that the service is well: what failed before is worth another attempt.
  if (isDone) context.attempts.hurry();
  else context.attempts.putOff(row.id, retryDelay(failure, sending), failure instanceof RateLimitedError);
  await context.changed();
  return failure === null || failure.kind === 'refused' || failure.kind === 'server';
}

/** Notes writes of kinds that only a newer release knows: they wait until that release is back. */
async function leaveUnknown({ storage, writes, changed }: SenderContext): Promise<void> {
  const rows = (await readRows(storage)).filter((row) => isUnsent(row) && !writes.has(row.kind));
  for (const row of rows.filter((each) => !wasLeft(each))) {
    await changeRow(storage, row.id, asWaiting({ kind: 'unsupported', name: null, guid: null }));
    await changed();
  }
}

/** Whether a write was left behind by later ones of its subject: when those are done, the person says whether it is still to be. */
const wasLeft = ({ lastError }: OutboxRow) => lastError?.kind === 'unsupported';

/** A later write of the subject is done already: nothing is left to do, and nothing to tell. */
const isSuperseded = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'superseded';

/** Who refuses for good, refuses; everything else is tried again. */
const afterFailure = (error: ClientError): ((row: OutboxRow) => OutboxRow) =>
  error.kind === 'refused' && !waitsForTerms(error)
    ? asRefused(problemOf(error))
    : asWaiting(problemOf(error));

/** Until the person accepts the terms of their organization, which one of these writes may do, all others wait. */
const waitsForTerms = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'terms_not_accepted';

/** Milliseconds until a write that failed is tried again by itself; after the end of a session, as soon as there is one. */
function retryDelay(error: ClientError, { attempts }: OutboxRow): number {
  if (error.kind === 'session-ended') return 0;
  return error instanceof RateLimitedError ? error.retryAfter * 1000 : backoff(attempts);
}
