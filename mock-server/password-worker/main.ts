import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';
import { hash, hashSync, verify, verifySync } from '@node-rs/argon2';
import type {
  PasswordAnswer,
  PasswordTask,
  SpareMessage,
  SpareTask,
} from '../platform/passwords/messages.ts';

if (isMainThread) beSpareProcess();
else beThread();

/** A thread of the service hashes one password at a time. */
function beThread(): void {
  yieldToRequests();
  parentPort?.on('message', (task: PasswordTask) => {
    parentPort?.postMessage(answerOf(task), []);
  });
}

function answerOf(task: PasswordTask): PasswordAnswer {
  try {
    if (task.kind === 'verify') return { result: verifySync(task.hashed, task.password) };
    return { result: hashSync(task.password, costOf(task)) };
  } catch (error) {
    return { problem: String(error) };
  }
}

const costOf = ({ memoryCost, timeCost }: { memoryCost: number; timeCost: number }) => ({
  memoryCost,
  timeCost,
  parallelism: 1,
});

/** Whoever signs in waits for a processor that answers somebody else. Linux has priorities of threads; elsewhere nothing is done. */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Without /proc, or without the right: the thread hashes all the same.
  }
}

/** The spare process hashes in the threads of its own pool. It ends with the service, however that ends: its channel closes then. */
function beSpareProcess(): void {
  process.on('message', ({ number, task }: SpareTask) => {
    void answerLater(task).then((answer) => say({ number, answer }));
  });
  process.once('disconnect', () => process.exit());
  say('ready');
}

async function answerLater(task: PasswordTask): Promise<PasswordAnswer> {
  try {
    if (task.kind === 'verify') return { result: await verify(task.hashed, task.password) };
    return { result: await hash(task.password, costOf(task)) };
  } catch (error) {
    return { problem: String(error) };
  }
}

function say(message: SpareMessage): void {
  process.send?.(message);
}
