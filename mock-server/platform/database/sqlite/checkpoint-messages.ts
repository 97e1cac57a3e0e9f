/** Tasks of the thread that copies the log: to copy what it can, or to close the file and end. */
export type CheckpointTask = 'copy' | 'end';

/** What it says after it has copied. */
export interface Copied {
  /** The pages that are in the log, copied or not. */
  logged: number;
}
