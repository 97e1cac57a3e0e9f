import { getBackoff } from '../http/backoff.ts';
import type { Client } from '../http/client.ts';
import {
  type ClientError,
  RateLimitedError,
  RefusedError,
  ServerError,
  toClientError,
  toErrorReason,
} from '../http/errors.ts';
import type { OutboxRow, WriteProblem } from '../records/outbox-row.ts';
import { withTakeover } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import type { PendingWrites } from './pending-write.ts';
import { changeRow, markRefused, markSending, markSent, markWaiting, readRows } from './records.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import { readWriterId } from './writer.ts';

export interface SenderContext {
  /** The account's database; a lock has the same name, so that only one sender works at a time. */
  databaseName: string;
  storage: Storage;
  client: Client;
  writes: PendingWrites;
  attempts: RetrySchedule;
  /** Called after every change of a row. */
  onChange(): void | Promise<void>;
}

/** Milliseconds without a byte after which a write is given up: nobody is waiting in front of it. */
const timeoutMs = 30_000;

/** Milliseconds after which the sender of another page counts as frozen: a live one has given its request up by then. */
const takeoverAfterMs = timeoutMs + 10_000;

/**
 * Sends what is due once, in order; among all tabs and the service worker one sender works at a time. `eager` tries
 * everything that waits, except what the service postponed. Returns how many rows of kinds that this version knows
 * still wait.
 */
export async function sendWaiting(context: SenderContext, eager: boolean): Promise<number> {
  const work = async () => {
    if (eager) context.attempts.makeAllDue();
    const tried = new Set<string>();
    await markUnsupported(context);
    const writer = await readWriterId(context.storage);
    let next = await findNextDue(context, tried);
    while (next !== undefined && context.client.identity !== null) {
      tried.add(next.id);
      const goOn = await sendRow(context, next, writer);
      next = goOn ? await findNextDue(context, tried) : undefined;
    }
    const rows = await readRows(context.storage);
    return rows.filter((row) => isUnsent(row) && context.writes.has(row.kind)).length;
  };
  return withTakeover(`${context.databaseName}:outbox`, work, { takeoverAfter: takeoverAfterMs });
}

/** Whether a row still has to be sent. A row that is `sending` while nobody sends was interrupted. */
export const isUnsent = (row: OutboxRow): boolean => row.state === 'waiting' || row.state === 'sending';

/**
 * The first unsent row of each subject: later rows of a subject wait for it. Nothing waits for a kind that only a newer
 * release knows, which may never come back. `rows` must be in order.
 */
export function listHeads(rows: readonly OutboxRow[], writes: PendingWrites): OutboxRow[] {
  const heads = new Map<string, OutboxRow>();
  for (const row of rows.filter((each) => isUnsent(each) && writes.has(each.kind)))
    if (!heads.has(row.subject)) heads.set(row.subject, row);
  return [...heads.values()];
}

async function findNextDue(
  context: SenderContext,
  tried: ReadonlySet<string>,
): Promise<OutboxRow | undefined> {
  const heads = listHeads(await readRows(context.storage), context.writes);
  return heads.find((row) => !tried.has(row.id) && isDue(context, row));
}

const isDue = ({ attempts }: SenderContext, row: OutboxRow) =>
  row.state === 'sending' || attempts.getWait(row) === 0;

/** Milliseconds: a larger age comes from a clock that was set meanwhile. */
const maxAgeMs = 10 * 365 * 24 * 60 * 60_000;

/** Whole milliseconds, even where the record is damaged, because the service refuses for good what it can't read. */
const getAge = ({ created }: OutboxRow): number =>
  Math.min(Math.max(0, Math.round(Date.now() - created) || 0), maxAgeMs);

/** Sends one row; returns whether it makes sense to try the next. */
async function sendRow(context: SenderContext, row: OutboxRow, writer: string): Promise<boolean> {
  const { storage, client, writes } = context;
  const write = writes.get(row.kind);
  if (write === undefined) return true;
  // On the disk before it is sent: a row that may have arrived must not look untried, even after a power failure.
  const sending = await changeRow(storage, row.id, markSending, 'strict');
  if (sending === undefined) return true;
  await context.onChange();
  const headers = {
    'idempotency-key': row.idempotencyKey,
    'x-writer': writer,
    'x-subject': row.subject,
    'x-sequence': String(row.order),
    // An age and not a moment, because the clocks of device and service may differ.
    'x-age': String(getAge(row)),
  };
  const failure = await client
    .call(write.operation, { ...write.buildRequest(row.payload), headers, timeout: timeoutMs })
    .then(
      () => null,
      (fault: unknown) => toClientError(fault),
    );
  const isDone = failure === null || (isSuperseded(failure) && !wasUnsupported(row));
  await changeRow(storage, row.id, isDone ? markSent(Date.now()) : toFailedRow(failure));
  if (isDone) {
    context.attempts.delete(row.id);
    // A success shows that the service is well: what failed before is worth another attempt.
    context.attempts.makeAllDue();
  } else
    context.attempts.postpone(row.id, getRetryDelay(failure, sending), failure instanceof RateLimitedError);
  await context.onChange();
  return failure === null || failure.kind === 'refused' || failure.kind === 'server';
}

/** Marks writes of kinds that only a newer release knows: they wait until that release is back. */
async function markUnsupported({ storage, writes, onChange }: SenderContext): Promise<void> {
  const rows = (await readRows(storage)).filter((row) => isUnsent(row) && !writes.has(row.kind));
  for (const row of rows.filter((each) => !wasUnsupported(each))) {
    await changeRow(storage, row.id, markWaiting({ kind: 'unsupported', name: null, guid: null }));
    await onChange();
  }
}

/**
 * Whether later writes of its subject overtook a write: when they are done, the person decides whether it shall still
 * be sent.
 */
const wasUnsupported = ({ lastError }: OutboxRow) => lastError?.kind === 'unsupported';

/** Whether a later write of the subject was already done: then there is nothing left to do or to report. */
const isSuperseded = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'superseded';

/** A final refusal stays one; everything else is tried again. */
const toFailedRow = (error: ClientError): ((row: OutboxRow) => OutboxRow) =>
  error.kind === 'refused' && !isTermsRefusal(error)
    ? markRefused(toWriteProblem(error))
    : markWaiting(toWriteProblem(error));

/** Until the person accepts the terms of their organization, which one of these writes may do, all others wait. */
const isTermsRefusal = (error: ClientError) =>
  error instanceof RefusedError && error.errorName === 'terms_not_accepted';

/**
 * Milliseconds until a failed write is tried again by itself; after the end of a session, as soon as there is a new
 * one.
 */
function getRetryDelay(error: ClientError, { attempts }: OutboxRow): number {
  if (error.kind === 'session-ended') return 0;
  return error instanceof RateLimitedError ? error.retryAfter * 1000 : getBackoff(attempts);
}

/** Why a write was not accepted, as plain data. */
function toWriteProblem(error: ClientError): WriteProblem {
  const refused = error instanceof RefusedError ? error.refusal : null;
  const guid = error instanceof ServerError ? error.guid : (refused?.guid ?? null);
  return { ...toErrorReason(error), guid };
}
