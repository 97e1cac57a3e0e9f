import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import type { CheckpointTask, Copied } from '../platform/database/sqlite/checkpoint-messages.ts';

/** A thread that copies committed pages from the log of a SQLite database into its file, whenever it is told to. */
const sqlite = new SqliteDatabase(String(workerData), { fileMustExist: true });

parentPort?.on('message', (task: CheckpointTask) => {
  if (task === 'end') {
    sqlite.close();
    parentPort?.close();
    return;
  }
  // Copies the pages that nobody is using: it waits for nobody, and nobody waits for it.
  const [result] = sqlite.pragma('wal_checkpoint(PASSIVE)') as { log: number }[];
  const copied: Copied = { logged: result?.log ?? 0 };
  parentPort?.postMessage(copied, []);
});
