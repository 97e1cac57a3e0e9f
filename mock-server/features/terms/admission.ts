import type { Db } from '../../platform/database/handles.ts';
import { noTexts } from '../identity/facade.ts';
import { findNewestVersion, selectAccepting } from './store.ts';

/**
 * A query for the people whom the terms of their organization admit; null where it has no terms, and everybody is
 * admitted.
 */
export async function selectPeopleWhoAccepted(
  db: Db,
  orgId: string,
): Promise<{ people: ReturnType<typeof selectAccepting> | null }> {
  const newest = await findNewestVersion(db, { orgId, application: null });
  const isNone = newest === undefined || newest.texts === noTexts;
  return { people: isNone ? null : selectAccepting(db, orgId, newest.id) };
}

/** Whether the terms of their organization admit one person. */
export async function hasAcceptedTerms(db: Db, orgId: string, userId: string): Promise<boolean> {
  const { people } = await selectPeopleWhoAccepted(db, orgId);
  return people === null || (await people.where('said.user', '=', userId).executeTakeFirst()) !== undefined;
}
