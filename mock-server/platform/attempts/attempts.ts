import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterCommit } from '../database/changes/after-commit.ts';
import { beforeCommit } from '../database/changes/before-commit.ts';
import type { Database } from '../database/connect.ts';
import type { Db, Tx } from '../database/handles.ts';
import { now } from '../database/identifiers.ts';
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
  exhausted?(until: string): Promise<void>;
}

/**
 * Milliseconds between two checks whether an attempt that is running elsewhere has ended, and how long to wait for its
 * end.
 */
const look = 100;
const longestWait = 30_000;

/** An attempt of a request that is still running, or that succeeded and has not been ended in the database yet. */
interface Open {
  rule: AttemptRule;
  isEnded: boolean;
}

/** The attempts of a request, the outermost first: the attempt of an address surrounds the attempt at an account. */
const open = new AsyncLocalStorage<Open[]>();

/**
 * Reserves an attempt in the database, and makes it. So attempts at the same moment, by whatever route or process, fail
 * no more often than attempts one after another could. An attempt that may still be allowed waits for those that are
 * running. An attempt that succeeds within another one is ended together with the outer one, or before it with the
 * session that it opened (`endAttempts`). Errors: those of the attempt, and the rule's refusal.
 */
export async function attempt<T>(database: Database, rule: AttemptRule, make: () => Promise<T>): Promise<T> {
  await reserve(database, rule);
  const { db } = database;
  const own: Open = { rule, isEnded: false };
  const around = open.getStore();
  if (around === undefined) return outermost(db, own, make);
  const result = await counted(db, own, make);
  around.push(own);
  return result;
}

async function outermost<T>(db: Db, own: Open, make: () => Promise<T>): Promise<T> {
  const all = [own];
  try {
    return await open.run(all, () => counted(db, own, make));
  } finally {
    // The inner attempts succeeded, whatever happened to the request afterwards; failed attempts have already ended.
    for (const one of all) if (!one.isEnded) await succeeded(db, one.rule);
  }
}

/** Makes an attempt, and ends the attempt when it does not succeed. */
async function counted<T>(db: Db, own: Open, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    // An error after the session has begun is no wrong guess.
    if (!own.isEnded) await failed(db, own, error);
    throw error;
  }
}

async function failed(db: Db, own: Open, error: unknown): Promise<void> {
  const { rule } = own;
  own.isEnded = true;
  if (!(error instanceof ServiceError && rule.failures.has(error.errorName))) {
    await store.dropAttempt(db, rule.key);
    return;
  }
  const ends = new Date(Date.now() + rule.time).toISOString();
  const { failures, ends: until } = await store.failAttempt(db, rule.key, { after: rule.endsAfter, ends });
  if (failures < rule.most || until === null) return;
  await rule.exhausted?.(until);
  if (rule.isForgiving) throw rule.refusal(until);
}

const succeeded = (db: Db, { key, isForgiving }: AttemptRule): Promise<unknown> =>
  isForgiving ? store.passAttempt(db, key) : store.dropAttempt(db, key);

/**
 * Ends the attempts of this request in the transaction of the session that they open. That saves a commit of its own
 * for each attempt, for which everybody would wait on SQLite. If the transaction fails, the attempts stay open.
 */
export function endAttempts(tx: Tx): void {
  const all = (open.getStore() ?? []).filter(({ isEnded }) => !isEnded);
  if (all.length === 0) return;
  beforeCommit(tx, 'attempts', async () => {
    for (const { rule } of all) {
      await (rule.isForgiving ? store.passAttemptLater(tx, rule.key) : store.dropAttemptLater(tx, rule.key));
    }
  });
  afterCommit(tx, () => {
    for (const one of all) one.isEnded = true;
  });
}

async function reserve(database: Database, rule: AttemptRule): Promise<void> {
  const end = Date.now() + longestWait;
  while (!(await database.alone((db) => store.beginAttempt(db, rule.key, rule)))) {
    const { failures, ends } = await store.failuresOf(database.db, rule.key, rule.time);
    if (failures >= rule.most || Date.now() > end) throw rule.refusal(ends ?? now());
    await pause(look);
  }
}
