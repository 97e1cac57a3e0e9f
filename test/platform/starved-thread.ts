import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import type { PasswordTask } from '../../mock-server/platform/passwords/messages.ts';

/** Milliseconds between two messages of the steady thread that it is working. */
const often = 10;

/** The channel between the steady thread and the spare thread of the test. */
const channel = new BroadcastChannel('threads for passwords');
const tell = channel.postMessage.bind(channel);

/**
 * Threads for passwords on a machine whose processors are busy with other work: a spare thread never gets to its task.
 * A steady thread answers with its kind; it answers the task `first` only after the spare thread has been given a task.
 */
if (workerData === 'spare') {
  parentPort?.on('message', () => tell('given'));
  channel.addEventListener('message', () => parentPort?.postMessage('ready', []), { once: true });
} else {
  parentPort?.on('message', ({ password }: PasswordTask) => (password === 'first' ? wait() : answer()));
  parentPort?.postMessage('ready', []);
}

function wait(): void {
  const timer = setInterval(() => tell('working'), often);
  const given = () => {
    clearInterval(timer);
    answer();
  };
  channel.addEventListener('message', given, { once: true });
}

function answer(): void {
  parentPort?.postMessage({ result: workerData }, []);
}
