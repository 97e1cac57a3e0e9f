import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordAnswer, PasswordTask } from '../platform/passwords/messages.ts';

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
