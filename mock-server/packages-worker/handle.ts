import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Request } from '../platform/workers/messages.ts';
import type { TaskKind } from '../platform/workers/task-kind.ts';

/** The arguments of a handler. */
export interface HandlerInput<I extends TSchema, F extends string> {
  input: Static<I>;
  /** Paths of the files of the task, which can only be read. */
  files: Readonly<Record<F, string>>;
  /** An empty directory for files that the service reads afterwards. */
  out: string;
}

/** A kind of task bound to the function that does it. */
export interface Handler {
  readonly name: string;
  run(request: Request): Promise<unknown>;
}

/** Binds a kind of task to the function that does it, whose input and files are then typed and checked. */
export const bindHandler = <I extends TSchema, O extends TSchema, F extends string>(
  kind: TaskKind<I, O, F>,
  work: (values: HandlerInput<I, F>) => Promise<Static<O>>,
): Handler => ({
  name: kind.name,
  run: async ({ input, files, out }) => {
    if (!Check(kind.input, input)) throw new Error(`the input of ${kind.name} is not as its schema says`);
    if (!hasAll(files, kind.files)) throw new Error(`a file of ${kind.name} is missing`);
    return await work({ input, files, out });
  },
});

const hasAll = <F extends string>(
  files: Readonly<Partial<Record<string, string>>>,
  names: readonly F[],
): files is Readonly<Record<F, string>> => names.every((name) => files[name] !== undefined);
