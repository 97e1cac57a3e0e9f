import type { Kysely } from 'kysely';
import { up } from './0001-baseline/index.ts';
import type { Tables } from './tables.ts';

export interface Migration {
  /** Its number and name, which give the order and are recorded in the database. */
  name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

/** Every migration, oldest first. One that has been released is never changed. */
export const migrations: readonly Migration[] = [{ name: '0001-baseline', up: up }];
