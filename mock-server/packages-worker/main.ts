/**
 * The worker process: reads a line of JSON for each task from its standard input, answers each on its standard output,
 * and ends with its input. What it may access is set by the process that starts it (platform/workers).
 */
import { writeSync } from 'node:fs';
import { Check } from 'typebox/value';
import { type Answer, maxLineLength, Request } from '../platform/workers/messages.ts';
import { readLines } from '../platform/workers/read-lines.ts';
import { performTask } from './perform.ts';

const sendAnswer = (values: Answer): void => {
  writeSync(process.stdout.fd, `${JSON.stringify(values)}\n`);
};

/** The service stops it; a signal to the whole process group would end it in the middle of a task. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

readLines(
  process.stdin,
  maxLineLength.request,
  (line) => void handleLine(line).catch(() => process.exit(1)),
  () => process.exit(1),
);

async function handleLine(line: string): Promise<void> {
  const request: unknown = JSON.parse(line);
  if (!Check(Request, request)) process.exit(1);
  sendAnswer(await performTask(request));
}

sendAnswer({ is: 'ready' });
