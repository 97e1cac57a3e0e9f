/** What the thread that copies the log is told: to copy what it can, which it answers with how much it did, or to close the file and end. */
export type CheckpointTask = 'copy' | 'end';

/** Pages of the log that were copied, and how many it has. */
export interface Copied {
  copied: number;
  pages: number;
}
