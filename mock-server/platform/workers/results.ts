import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { isPackageErrorCode, PackageError } from '../../app-packages/package-error.ts';
import { ServiceError } from '../errors.ts';
import type { TaskKind } from './task-kind.ts';
import { type FailureKind, WorkerFailure } from './worker-failure.ts';
import { outOfMemory, type TaskAnswer } from './worker-process.ts';

/** The result of a task. Errors: PackageError when the file is refused, WorkerFailure when the answer is not valid. */
export function readResult<O extends TSchema>(kind: TaskKind<TSchema, O>, answer: TaskAnswer): Static<O> {
  if (answer.is === 'failed') throw new WorkerFailure(getFailureKind(answer), answer.why);
  if (answer.is === 'refused') {
    if (!isPackageErrorCode(answer.code)) throw invalidAnswerError(kind.name);
    throw new PackageError(answer.code, answer.entry === null ? {} : { entry: answer.entry });
  }
  if (!Check(kind.output, answer.output)) throw invalidAnswerError(kind.name);
  return answer.output;
}

function getFailureKind({ machine, why }: Extract<TaskAnswer, { is: 'failed' }>): FailureKind {
  if (machine) return 'machine';
  return outOfMemory.test(why) ? 'too_costly' : 'broken';
}

const invalidAnswerError = (task: string) =>
  new WorkerFailure('broken', `The worker process answered ${task} with nonsense`);

/** The error of a request whose worker failed: its file is refused, or it may be sent again. */
export function toRefusal(failure: WorkerFailure): PackageError | ServiceError {
  if (failure.kind === 'too_costly') return new PackageError('too_costly', { cause: failure });
  if (failure.kind === 'broken') return new PackageError('reader_failed', { cause: failure });
  return new ServiceError(
    'unavailable',
    'The file could not be read, because of a fault on our side. Nothing was changed; try again.',
    { headers: { 'retry-after': '5' }, cause: failure },
  );
}
