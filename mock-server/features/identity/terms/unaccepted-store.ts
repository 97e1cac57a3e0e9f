import { type Expression, sql } from 'kysely';
import type { Db } from '../../../platform/database/handles.ts';
import { prepareFirst, type Value } from '../../../platform/database/prepared.ts';

/** Stored in place of texts where terms were ended. */
export const noTexts = '{}';

/** A query for the id of an organization's current terms, unless the person has accepted them. */
export const selectUnacceptedTerms = (db: Db, orgId: Expression<string>, userId: Expression<string>) =>
  db
    .selectFrom('terms')
    .select('terms.id')
    .where('terms.org_id', '=', orgId)
    .where('terms.application', 'is', null)
    .where('terms.texts', '<>', sql.lit(noTexts))
    .where((all) =>
      all.not(
        all.exists(
          all
            .selectFrom('terms as newer')
            .select('newer.id')
            .whereRef('newer.org_id', '=', 'terms.org_id')
            .where('newer.application', 'is', null)
            .whereRef('newer.version', '>', 'terms.version'),
        ),
      ),
    )
    .where((all) =>
      all(
        all.fn.coalesce(
          all
            .selectFrom('terms_responses as response')
            .select('response.accepted')
            .whereRef('response.org_id', '=', 'terms.org_id')
            .where('response.user', '=', userId)
            .whereRef('response.terms', '=', 'terms.id')
            .orderBy('response.id', 'desc')
            .limit(sql.lit(1)),
          sql.lit(0),
        ),
        '=',
        sql.lit(0),
      ),
    );

const findUnaccepted = prepareFirst((db: Db, orgId: Value, userId: Value) =>
  selectUnacceptedTerms(db, orgId, userId),
);

/** The id of the current terms of their organization that a person has not accepted; null when there are none. */
export const findUnacceptedTerms = async (db: Db, orgId: string, userId: string): Promise<string | null> =>
  (await findUnaccepted(db, orgId, userId))?.id ?? null;

/** The number of a version of terms. */
export async function termsVersion(db: Db, orgId: string, id: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('terms')
    .select('version')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.version;
}
