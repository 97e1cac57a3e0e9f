import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import type { PasswordTask } from '../../mock-server/platform/passwords/messages.ts';

/** Milliseconds between two times that the steady thread says that it works. */
const often = 10;

/** By which the steady thread and the spare one of the test hear of each other. */
const channel = new BroadcastChannel('threads for passwords');
const tell = channel.postMessage.bind(channel);

/**
 * Threads for passwords on a machine whose processors do other things: a spare one never gets to the task that it was given. A steady one answers
 * with its kind, and the task `first` only when the spare one has been given something.
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
