import type { Static, TSchema } from 'typebox';
import type { MadeFiles } from './worker-folder.ts';

/**
 * A kind of work that a worker process does on uploaded files: what goes in and what comes out. Only shapes: the code that
 * does it is bound to them in `packages-worker/tasks/`.
 */
export interface TaskKind<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  F extends string = string,
> {
  readonly name: string;
  /** The names under which the work finds its files. */
  readonly files: readonly F[];
  readonly input: I;
  /** What is larger than a few hundred KiB is not part of it, but a file that the work writes. */
  readonly output: O;
  /** Seconds after which the worker is killed. */
  readonly seconds: number;
  /** Whether nobody waits for its answer and it may take minutes: uploads find a worker meanwhile. */
  readonly isLong?: boolean;
}

export const taskKind = <I extends TSchema, O extends TSchema, const F extends string>(
  kind: TaskKind<I, O, F>,
): TaskKind<I, O, F> => kind;

/** One piece of work for a worker process. */
export interface Task<I extends TSchema, F extends string> {
  /** For whom it is: an organization's id. Nobody's tasks keep those of others waiting while theirs run. */
  owner: string;
  input: Static<I>;
  /** Each file: where it lies, or its bytes. The worker can read it and can't change it. */
  files: Readonly<Record<F, string | Uint8Array>>;
  /** Asked each second while the task runs, with what it wrote so far: once the answer is no, it is ended. Absent: it runs to its end. */
  isWanted?: (made: MadeFiles) => Promise<boolean>;
}
