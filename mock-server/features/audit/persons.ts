import type { Tables } from '../../migrations/tables.ts';

type AuditRow = Tables['audit'];

/**
 * Ids of any kind, as the service makes them: asking of each id whether it names a person would cost every change
 * another query. Left out are the session and the device of a request, which nearly every row names and which are no
 * persons.
 */
const ids = /(?<!"(?:session|device)":")\b[0-9a-z]{26}\b/g;

/**
 * The ids in the details of a row that its own columns do not contain, without the organization's own; ids of persons
 * are among them.
 */
export function personsIn(row: Pick<AuditRow, 'org_id' | 'actor' | 'subject' | 'details'>): string[] {
  const others = new Set([row.org_id, row.actor, row.subject]);
  return [...new Set(row.details?.match(ids))].filter((id) => !others.has(id));
}
