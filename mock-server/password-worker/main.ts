import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordAnswer, PasswordTask } from '../platform/passwords/messages.ts';

yieldToRequests();

/** A thread that hashes one password at a time. */
parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage(answerOf(task), []);
});

function answerOf(task: PasswordTask): PasswordAnswer {
  try {
    if (task.kind === 'verify') return { result: verifySync(task.hashed, task.password) };
    const { memoryCost, timeCost } = task;
    return { result: hashSync(task.password, { memoryCost, timeCost, parallelism: 1 }) };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** Whoever signs in waits for a processor that answers somebody else. Linux has priorities of threads; elsewhere nothing is done. */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Without /proc, or without the right: the thread hashes all the same.
  }
}
