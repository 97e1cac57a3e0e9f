import { type Static, Type } from 'typebox';

/** One line of JSON to a worker, for one task. */
export const Request = Type.Object({
  /** A random id that the answer repeats, so that a surplus answer is not taken for that of the next task. */
  id: Type.String(),
  task: Type.String(),
  input: Type.Unknown(),
  /** The paths of the task's files, by name. */
  files: Type.Record(Type.String(), Type.String()),
  /** An empty directory for the files that the task writes. */
  out: Type.String(),
});
export type Request = Static<typeof Request>;

/** The task that is answered, and what the worker has used since its start. */
const common = {
  id: Type.String(),
  cpuSeconds: Type.Number({ minimum: 0 }),
  memoryBytes: Type.Number({ minimum: 0 }),
};

/** One line of JSON from a worker: that it is ready, then one for each task. */
export const Answer = Type.Union([
  Type.Object({ is: Type.Literal('ready') }),
  Type.Object({ is: Type.Literal('done'), output: Type.Unknown(), ...common }),
  /** The file is refused: the code of a PackageError, and the entry that is at fault. */
  Type.Object({
    is: Type.Literal('refused'),
    code: Type.String(),
    entry: Type.Union([Type.Null(), Type.String({ maxLength: 200 })]),
    ...common,
  }),
  /**
   * The task failed for an unexpected reason; `machine`: not because of the file, but because of a disk or the like.
   */
  Type.Object({ is: Type.Literal('failed'), why: Type.String(), machine: Type.Boolean(), ...common }),
]);
export type Answer = Static<typeof Answer>;

/**
 * Longest lines in bytes that a worker accepts and writes. The second is short, because reading it blocks the service.
 */
export const maxLineLength = { request: 1024 * 1024, answer: 256 * 1024 } as const;
