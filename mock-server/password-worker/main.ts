import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';
import { hash, hashSync, verify, verifySync } from '@node-rs/argon2';
import type {
  PasswordAnswer,
  PasswordTask,
  SpareAnswer,
  SpareMessage,
  SpareTask,
} from '../platform/passwords/messages.ts';

/** Milliseconds for which an answer of the spare process waits for others at most. */
const gathering = 60;
/** Most answers that the spare process gathers. */
const mostAnswers = Number(process.argv[2]);

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
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let answers: SpareAnswer[] = [];
  const sayAnswers = (): void => {
    clearTimeout(timer);
    timer = undefined;
    say(answers);
    answers = [];
  };
  // Sessions that begin at the same moment share a commit, and each message interrupts the service.
  const hear = async ({ number, task }: SpareTask): Promise<void> => {
    running++;
    const answer = await answerLater(task);
    running--;
    answers.push({ number, answer });
    if (answers.length >= mostAnswers || running === 0) sayAnswers();
    else timer ??= setTimeout(sayAnswers, gathering);
  };
  process.on('message', (tasks: SpareTask[]) => {
    for (const task of tasks) void hear(task);
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
