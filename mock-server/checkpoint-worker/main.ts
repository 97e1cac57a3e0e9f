import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import type { CheckpointTask } from '../platform/database/sqlite/checkpoint-messages.ts';

/** A thread that copies what was committed from the log of a SQLite database into its file, whenever it is asked. */
const sqlite = new SqliteDatabase(String(workerData), { fileMustExist: true });

parentPort?.on('message', (task: CheckpointTask) => {
  if (task === 'end') {
    sqlite.close();
    parentPort?.close();
    return;
  }
  // As much as nobody uses just now: it waits for nobody, and nobody waits for it.
  sqlite.pragma('wal_checkpoint(PASSIVE)');
  parentPort?.postMessage('done', []);
});
