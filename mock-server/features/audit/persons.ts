import type { Tables } from '../../migrations/tables.ts';

type AuditRow = Tables['audit'];

/**
 * Ids as the service makes them, of whatever kind: to ask of each whether it is a person's would cost every change a question more. Those of
 * the session and the device of a request, which nearly every row names, are no person's.
 */
const ids = /(?<!"(?:session|device)":")\b[0-9a-z]{26}\b/g;

/** Ids that the details of a row name and its own columns do not; those of persons among them. The organization's own is none. */
export function personsIn(row: Pick<AuditRow, 'org_id' | 'actor' | 'subject' | 'details'>): string[] {
  const others = new Set([row.org_id, row.actor, row.subject]);
  return [...new Set(row.details?.match(ids))].filter((id) => !others.has(id));
}
