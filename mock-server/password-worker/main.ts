import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type {
  PasswordAnswer,
  PasswordTask,
  PasswordThreadKind,
  PasswordThreadMessage,
} from '../platform/passwords/messages.ts';

const kind = workerData as PasswordThreadKind;

/** A thread that hashes one password at a time. A spare thread that does not get its scheduling policy ends. */
if (hasYielded()) {
  parentPort?.on('message', (task: PasswordTask) => say(answerOf(task)));
  say('ready');
}

function say(message: PasswordThreadMessage): void {
  parentPort?.postMessage(message, []);
}

function answerOf(task: PasswordTask): PasswordAnswer {
  try {
    if (task.kind === 'verify') return { result: verifySync(task.hashed, task.password) };
    const { memoryCost, timeCost } = task;
    return { result: hashSync(task.password, { memoryCost, timeCost, parallelism: 1 }) };
  } catch (error) {
    return { problem: String(error) };
  }
}

/**
 * Gives way to other work: hashing waits for the threads that answer requests. Only Linux has priorities of threads;
 * elsewhere steady threads keep the priority of the process. A spare thread gets the policy SCHED_IDLE: whatever else
 * becomes ready takes its processor at once, while a thread of low priority would keep the processor for milliseconds.
 * Node can't set policies; all but the smallest Linux systems have the program `chrt` for it. Returns whether the
 * thread can work.
 */
function hasYielded(): boolean {
  if (process.platform !== 'linux') return kind === 'steady';
  try {
    const thread = basename(readlinkSync('/proc/thread-self'));
    if (kind === 'steady') setPriority(Number(thread), 10);
    // No other variables of the environment, because it holds secrets.
    else
      execFileSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', env: { PATH: process.env.PATH } });
    return true;
  } catch {
    // A steady thread also hashes where /proc, the right or the program is missing.
    return kind === 'steady';
  }
}
