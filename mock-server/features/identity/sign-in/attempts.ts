import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../platform/database/handles.ts';
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

/**
 * Makes an attempt that was reserved in the database before: no number of them at one moment, by whatever route or process,
 * fails more often than one after the other could. Those that may still be allowed wait for those that run.
 * Errors: those of the attempt, the rule's refusal.
 */
export async function attempt<T>(db: Db, rule: AttemptRule, make: () => Promise<T>): Promise<T> {
  await reserve(db, rule);
  try {
    const result = await make();
    await (rule.isForgiving ? store.passAttempt(db, rule.key) : store.dropAttempt(db, rule.key));
    return result;
  } catch (error) {
    if (!(error instanceof ServiceError && rule.failures.has(error.errorName))) {
      await store.dropAttempt(db, rule.key);
      throw error;
    }
    const ends = new Date(Date.now() + rule.time).toISOString();
    const counted = await store.failAttempt(db, rule.key, { after: rule.endsAfter, ends });
    if (counted.failures >= rule.most && counted.ends !== null) {
      await rule.exhausted?.(counted.ends);
      if (rule.isForgiving) throw rule.refusal(counted.ends);
    }
    throw error;
  }
}

async function reserve(db: Db, rule: AttemptRule): Promise<void> {
  const end = Date.now() + longestWait;
  while (!(await store.beginAttempt(db, rule.key, rule.most))) {
    const { failures, ends } = await store.failuresOf(db, rule.key);
    if (failures >= rule.most || Date.now() > end) throw rule.refusal(ends ?? now());
    await pause(look);
  }
}
