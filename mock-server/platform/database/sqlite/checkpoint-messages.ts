/**
 * Tasks of the thread that copies the log: to copy what it can, which it answers with 'done', or to close the file and
 * end.
 */
export type CheckpointTask = 'copy' | 'end';
