/** How a worker process can fail a task. */
export type FailureKind =
  /** It could not be started, or the machine failed it. */
  | 'machine'
  /** It needed more time or memory than it may. */
  | 'too_costly'
  /** It threw an error that no reader throws, died, or gave an invalid answer. */
  | 'broken';

/** A worker failed. The message is for the log. */
export class WorkerFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'WorkerFailure';
    this.kind = kind;
  }
}
