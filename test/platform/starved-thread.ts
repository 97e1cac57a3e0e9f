import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import type { PasswordTask } from '../../mock-server/platform/passwords/messages.ts';

/** Milliseconds between two times that the steady thread says that it works. */
const often = 10;

/** By which the steady thread and the spare one of the test hear of each other. */
const channel = new BroadcastChannel('threads for passwords');

/**
 * Threads for passwords on a machine whose processors do other things: a spare one never gets to the task that it was given. A steady one answers
 * with its kind, and the task `first` only when the spare one has been given something.
 */
if (workerData === 'spare') {
  parentPort?.on('message', () => channel.postMessage('given'));
  channel.onmessage = () => {
    channel.onmessage = () => undefined;
    parentPort?.postMessage('ready', []);
  };
} else {
  parentPort?.on('message', ({ password }: PasswordTask) => (password === 'first' ? wait() : answer()));
  parentPort?.postMessage('ready', []);
}

function wait(): void {
  const timer = setInterval(() => channel.postMessage('working'), often);
  channel.onmessage = () => {
    clearInterval(timer);
    channel.onmessage = () => undefined;
    answer();
  };
}

function answer(): void {
  parentPort?.postMessage({ result: workerData }, []);
}
