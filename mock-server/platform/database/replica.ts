import type { Kysely } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db } from './handles.ts';
import { guarded } from './unguarded.ts';

/** `isThere` asks whether a replica has come far enough for what `work` reads. */
export type Reading = <R>(isThere: (db: Db) => Promise<boolean>, work: (db: Db) => Promise<R>) => Promise<R>;

/** Milliseconds for which a replica that failed is not asked. */
const rest = 5_000;

/**
 * Reads from the replica what it already has. All of one reading comes from one snapshot: behind one address there may be several replicas, of
 * which some lag. A replica that lags, fails or is gone makes nothing fail.
 */
export function readingFrom(primary: Db, replica: Kysely<Tables> | null): Reading {
  if (replica === null) return (_isThere, work) => work(primary);
  let restsUntil = 0;
  return async (isThere, work) => {
    if (Date.now() >= restsUntil) {
      try {
        const snapshot = replica
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only');
        const found = await snapshot.execute(async (tx) => {
          const db = guarded<Db>(tx);
          return (await isThere(db)) ? { result: await work(db) } : null;
        });
        if (found !== null) return found.result;
      } catch {
        // What is wrong with the reading itself fails on the primary as well, which then tells of it.
        restsUntil = Date.now() + rest;
      }
    }
    return work(primary);
  };
}
