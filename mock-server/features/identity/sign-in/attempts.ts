import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterCommit } from '../../../platform/database/changes/after-commit.ts';
import { beforeCommit } from '../../../platform/database/changes/before-commit.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';
import { ServiceError } from '../../../platform/http/errors.ts';
import type { FailureRule } from '../../../platform/http/limits/failure-limit.ts';
import * as store from './attempt-store.ts';

/** What attempts under a key are held to. */
export interface AttemptRule extends FailureRule {
  key: string;
  /** From this failure on it is said until when they count. */
  endsAfter: number;
  /** Whether a success forgets the failures before it. */
  isForgiving: boolean;
  /** Told once, when the last allowed attempt has failed. */
  exhausted?(until: string): Promise<void>;
}

/** Milliseconds between two looks whether an attempt that runs elsewhere has ended, and how long it is waited for. */
const look = 100;
const longestWait = 30_000;

/** An attempt of the request that runs still, or has succeeded and is not ended in the database yet. */
interface Open {
  rule: AttemptRule;
  isEnded: boolean;
}

/** Those of a request, the outermost first: that of an address is around that of an account. */
const open = new AsyncLocalStorage<Open[]>();

/**
 * Makes an attempt that was reserved in the database before: no number of them at one moment, by whatever route or process,
 * fails more often than one after the other could. Those that may still be allowed wait for those that run. One that succeeds within
 * another is ended with that one, or before with the session that it opened (`endAttempts`).
 * Errors: those of the attempt, the rule's refusal.
 */
export async function attempt<T>(db: Db, rule: AttemptRule, make: () => Promise<T>): Promise<T> {
  await reserve(db, rule);
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
    // Those within succeeded, whatever has become of the request since; one that failed has ended already.
    for (const one of all) if (!one.isEnded) await succeeded(db, one.rule);
  }
}

/** Makes an attempt, and ends it when it does not succeed. */
async function counted<T>(db: Db, own: Open, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    // What goes wrong after the session has begun is no guess.
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
 * Ends the attempts of this request together with the transaction of the session that they open: that saves each a commit of its own, for which
 * everybody waits on SQLite. Where the transaction fails they go on.
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

async function reserve(db: Db, rule: AttemptRule): Promise<void> {
  const end = Date.now() + longestWait;
  while (!(await store.beginAttempt(db, rule.key, rule.most))) {
    const { failures, ends } = await store.failuresOf(db, rule.key);
    if (failures >= rule.most || Date.now() > end) throw rule.refusal(ends ?? now());
    await pause(look);
  }
}
