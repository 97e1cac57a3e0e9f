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

/** A thread that hashes one password at a time. Without the priority that its kind needs it ends. */
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
 * Whoever signs in waits for a processor that answers somebody else. Linux has priorities of threads; elsewhere steady threads have that of
 * the process. A spare thread is one of the policy SCHED_IDLE: whatever else becomes ready takes its processor at once, where a thread of low
 * priority would keep it for milliseconds. Node has no call for policies, and the program `chrt` is on all Linux systems but the smallest.
 */
function hasYielded(): boolean {
  if (process.platform !== 'linux') return kind === 'steady';
  try {
    const thread = basename(readlinkSync('/proc/thread-self'));
    if (kind === 'steady') setPriority(Number(thread), 10);
    // Nothing else of the environment: it holds secrets.
    else
      execFileSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', env: { PATH: process.env.PATH } });
    return true;
  } catch {
    // Without /proc, without the right, or without the program: a steady thread hashes all the same.
    return kind === 'steady';
  }
}
