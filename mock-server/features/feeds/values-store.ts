import { sql } from 'kysely';
import { platformOf, type Sql } from '../journals/facade.ts';

/** Rows of applications of a platform. */
export const filterByPlatform = (value: number): Sql => sql`${platformOf} = ${value}`;
