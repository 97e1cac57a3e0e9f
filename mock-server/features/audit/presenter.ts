import type { AuditEntry } from '../../../contract/audit.ts';
import { formatCsvHead, formatCsvLine, formatCsvText } from '../../platform/http/responses/csv.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { Details } from './entries.ts';
import type { ListedRow } from './store.ts';

/** A row of the audit log as the interface shows it. A deleted user has no name any more. */
export function presentEntry(row: ListedRow): AuditEntry {
  const details = row.details === null ? {} : (JSON.parse(row.details) as Details);
  const isGone = row.actor_deleted !== null;
  return {
    id: row.id,
    position: row.position,
    at: formatTimestamp(row.at),
    action: row.action,
    outcome: row.outcome,
    actor:
      row.actor === null || row.actor_org === null
        ? null
        : {
            organization: row.actor_org,
            id: row.actor,
            user_id: isGone ? null : row.actor_name,
            deleted: isGone,
          },
    from: details.from ?? null,
    object: row.kind === null || row.subject === null ? null : { kind: row.kind, id: row.subject },
    changes: details.changes ?? [],
    more_changes: details.more ?? 0,
    sent: details.sent ?? null,
    error: details.error ?? null,
    erased: row.details === null,
  };
}

const columns: readonly [string, (entry: AuditEntry) => string | number | null][] = [
  ['id', (entry) => entry.id],
  ['position', (entry) => entry.position],
  ['at', (entry) => entry.at],
  ['action', (entry) => entry.action],
  ['outcome', (entry) => entry.outcome],
  ['actor', (entry) => entry.actor?.id ?? null],
  ['actor_user_id', (entry) => entry.actor?.user_id ?? null],
  ['address', (entry) => entry.from?.address ?? null],
  ['agent', (entry) => entry.from?.agent ?? null],
  ['object_kind', (entry) => entry.object?.kind ?? null],
  ['object', (entry) => entry.object?.id ?? null],
  ['changes', (entry) => (entry.changes.length === 0 ? null : JSON.stringify(entry.changes))],
  ['more_changes', (entry) => entry.more_changes || null],
  ['sent', (entry) => (entry.sent === null ? null : JSON.stringify(entry.sent))],
  ['error', (entry) => entry.error],
];

/** The first line of the CSV form. */
export const auditCsvHead = (): string => formatCsvHead(columns.map(([name]) => name));

/** An entry as a line of CSV. */
export const csvEntry = (entry: AuditEntry): string =>
  formatCsvLine(columns.map(([, of]) => fieldOf(of(entry))));

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : formatCsvText(value);
}
