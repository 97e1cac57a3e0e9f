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
  /** Results larger than a few hundred KiB are not part of it: the work writes them to a file. */
  readonly output: O;
  /** Seconds after which the worker is killed. */
  readonly seconds: number;
  /** Whether it may take minutes while nobody waits for its answer: uploads then still find a worker. */
  readonly isLong?: boolean;
}

export const taskKind = <I extends TSchema, O extends TSchema, const F extends string>(
  kind: TaskKind<I, O, F>,
): TaskKind<I, O, F> => kind;

/** One piece of work for a worker process. */
export interface Task<I extends TSchema, F extends string> {
  /** For whom it is: an organization's id. While a task of an owner runs, tasks of others go first. */
  owner: string;
  input: Static<I>;
  /** Each file: its path, or its bytes. The worker can read but not change it. */
  files: Readonly<Record<F, string | Uint8Array>>;
  /**
   * Called each second while the task runs, with what it has written so far: the task is ended when the answer is no.
   * Absent: it runs to its end.
   */
  isWanted?: (made: MadeFiles) => Promise<boolean>;
}
