import type { Kysely } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db } from './handles.ts';

/** A handle without its guard, for this folder alone: it writes every table and raises no revision. */
export const unguarded = (db: Db): Kysely<Tables> => db as unknown as Kysely<Tables>;

/** The other way round: any handle as the one that a change is handed. */
export const guarded = <H extends Db>(db: Kysely<Tables>): H => db as unknown as H;
