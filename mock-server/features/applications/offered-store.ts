import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';

/**
 * For queries on applications: the id of the newest version that people can be given; null while every version waits for its
 * first signature. The index on the order of versions finds it, however many there are.
 */
export const selectOfferedVersion = (application: ExpressionBuilder<Tables, 'applications'>) =>
  application
    .selectFrom('versions as offered')
    .select('offered.id')
    .whereRef('offered.org_id', '=', 'applications.org_id')
    .whereRef('offered.application', '=', 'applications.id')
    .where('offered.withheld', '=', 0)
    .orderBy('offered.ordinal', 'desc')
    .limit(1);
