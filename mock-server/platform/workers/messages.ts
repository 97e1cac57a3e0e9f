import { type Static, Type } from 'typebox';

/** One line of JSON to a worker, for one task. */
export const Request = Type.Object({
  /** A random name, which the answer repeats: an answer too many is not taken for that of the next task. */
  id: Type.String(),
  task: Type.String(),
  input: Type.Unknown(),
  /** Where the files of the task lie, by their names. */
  files: Type.Record(Type.String(), Type.String()),
  /** An empty directory for what the task writes. */
  out: Type.String(),
});
export type Request = Static<typeof Request>;

/** Which task is answered, and what the worker has used since it was started. */
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
  /** Reading failed in an unforeseen way; `machine`: not by the file, but a disk or the like. */
  Type.Object({ is: Type.Literal('failed'), why: Type.String(), machine: Type.Boolean(), ...common }),
]);
export type Answer = Static<typeof Answer>;

/** Longest line in bytes that a worker takes and gives. The second is short, because reading it blocks the service. */
export const longestLine = { request: 1024 * 1024, answer: 256 * 1024 } as const;
