import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { onCommit, runBeforeCommit } from '../database/changes/transaction-state.ts';
import type { Database } from '../database/connect.ts';
import type { Db, Tx } from '../database/handles.ts';
import { getNow } from '../database/identifiers.ts';
import { ServiceError } from '../errors.ts';
import type { FailureRule } from '../http/limits/failure-limit.ts';
import * as store from './store.ts';

/** The rule for the attempts under a key. */
export interface AttemptRule extends FailureRule {
  key: string;
  /** From this failure on, it is set until when the failures count. */
  endsAfter: number;
  /** Whether a success deletes the failures before it. */
  isForgiving: boolean;
  /** Called once, when the last allowed attempt has failed. */
  onExhausted?(until: string): Promise<void>;
}

/**
 * Milliseconds between two checks whether an attempt that is running elsewhere has ended, and how long to wait for its
 * end.
 */
const pollIntervalMs = 100;
const maxWaitMs = 30_000;

/** An attempt of a request that is still running, or that succeeded and has not been ended in the database yet. */
interface Open {
  rule: AttemptRule;
  isEnded: boolean;
}

/** The attempts of a request, the outermost first: the attempt of an address surrounds the attempt at an account. */
const openAttempts = new AsyncLocalStorage<Open[]>();

/**
 * Reserves an attempt in the database, and makes it. So attempts at the same moment, by whatever route or process, fail
 * no more often than attempts one after another could. An attempt that may still be allowed waits for those that are
 * running. An attempt that succeeds within another one is ended together with the outer one, or before it with the
 * session that it opened (`endOpenAttempts`). Errors: those of the attempt, and the rule's refusal.
 */
export async function runAttempt<T>(
  database: Database,
  rule: AttemptRule,
  make: () => Promise<T>,
): Promise<T> {
  await waitAndReserve(database, rule);
  const { db } = database;
  const own: Open = { rule, isEnded: false };
  const around = openAttempts.getStore();
  if (around === undefined) return runOutermost(db, own, make);
  const result = await runCounted(db, own, make);
  around.push(own);
  return result;
}

async function runOutermost<T>(db: Db, own: Open, make: () => Promise<T>): Promise<T> {
  const all = [own];
  try {
    return await openAttempts.run(all, () => runCounted(db, own, make));
  } finally {
    // The inner attempts succeeded, whatever happened to the request afterwards; failed attempts have already ended.
    for (const one of all) if (!one.isEnded) await recordSuccess(db, one.rule);
  }
}

/** Makes an attempt, and ends the attempt when it does not succeed. */
async function runCounted<T>(db: Db, own: Open, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    // An error after the session has begun is no wrong guess.
    if (!own.isEnded) await recordFailure(db, own, error);
    throw error;
  }
}

async function recordFailure(db: Db, own: Open, error: unknown): Promise<void> {
  const { rule } = own;
  own.isEnded = true;
  if (!(error instanceof ServiceError && rule.failures.has(error.errorName))) {
    await store.dropAttempt(db, rule.key);
    return;
  }
  const ends = new Date(Date.now() + rule.time).toISOString();
  const { failures, ends: until } = await store.failAttempt(db, rule.key, { after: rule.endsAfter, ends });
  if (failures < rule.max || until === null) return;
  await rule.onExhausted?.(until);
  if (rule.isForgiving) throw rule.refusal(until);
}

const recordSuccess = (db: Db, { key, isForgiving }: AttemptRule): Promise<unknown> =>
  isForgiving ? store.passAttempt(db, key) : store.dropAttempt(db, key);

/**
 * Ends the attempts of this request in the transaction of the session that they open. That saves a commit of its own
 * for each attempt, for which everybody would wait on SQLite. If the transaction fails, the attempts stay open.
 */
export function endOpenAttempts(tx: Tx): void {
  const all = (openAttempts.getStore() ?? []).filter(({ isEnded }) => !isEnded);
  if (all.length === 0) return;
  runBeforeCommit(tx, 'attempts', async () => {
    for (const { rule } of all) {
      await (rule.isForgiving
        ? store.passAttemptPipelined(tx, rule.key)
        : store.dropAttemptPipelined(tx, rule.key));
    }
  });
  onCommit(tx, () => {
    for (const one of all) one.isEnded = true;
  });
}

async function waitAndReserve(database: Database, rule: AttemptRule): Promise<void> {
  const end = Date.now() + maxWaitMs;
  while (!(await database.runAlone((db) => store.reserveAttempt(db, rule.key, rule)))) {
    const { failures, ends } = await store.readFailures(database.db, rule.key, rule.time);
    if (failures >= rule.max || Date.now() > end) throw rule.refusal(ends ?? getNow());
    await pause(pollIntervalMs);
  }
}
