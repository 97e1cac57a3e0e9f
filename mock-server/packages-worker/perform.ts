import { isSystemError, PackageError } from '../app-packages/package-error.ts';
import { takeBeginning } from '../platform/cut-text.ts';
import { type Answer, maxLineLength, type Request } from '../platform/workers/messages.ts';
import { tasks } from './tasks.ts';

const maxReasonLength = 4000;

/** Does a task. Never throws: every error becomes an answer. */
export async function performTask(request: Request): Promise<Answer> {
  try {
    const handler = tasks.find(({ name }) => name === request.task);
    if (handler === undefined) throw new Error(`no task is named ${request.task}`);
    const output = await handler.run(request);
    refuseLong(output);
    return { is: 'done', output, ...measureUsage(request) };
  } catch (error) {
    if (error instanceof PackageError)
      return { is: 'refused', code: error.code, entry: error.entry, ...measureUsage(request) };
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      is: 'failed',
      why: takeBeginning(why, maxReasonLength),
      machine: isSystemError(error),
      ...measureUsage(request),
    };
  }
}

/** Refuses a package that says more about itself than fits into an answer. */
function refuseLong(output: unknown): void {
  const room = maxLineLength.answer - maxReasonLength;
  if (Buffer.byteLength(JSON.stringify(output)) > room) throw new PackageError('too_complex');
}

/** Which task is answered, and what this process has used since its start. */
function measureUsage({
  id,
}: Request): Pick<Extract<Answer, { is: 'done' }>, 'id' | 'cpuSeconds' | 'memoryBytes'> {
  const { user, system } = process.cpuUsage();
  return { id, cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() };
}
