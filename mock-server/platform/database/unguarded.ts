import type { Kysely } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Db } from './handles.ts';

/** A handle without restrictions, for this folder only: it writes every table and raises no revision. */
export const withoutGuard = (db: Db): Kysely<Tables> => db as unknown as Kysely<Tables>;

/** The opposite: a handle whose type restricts it to the tables that a change may write. */
export const withGuard = <H extends Db>(db: Kysely<Tables>): H => db as unknown as H;
