import type { RequestContext } from '../../platform/request-context.ts';
import type { AuditRow } from './chain-store.ts';
import { type Changed, changedBy } from './changed.ts';
import type { Pending } from './pending-store.ts';

/** The part of a row besides who, what and when. */
export interface Details {
  from?: RequestContext['from'];
  changes?: Changed[];
  /** The number of changes besides those that are listed. */
  more?: number;
  sent?: unknown;
  /** The name of the error that refused it. */
  error?: string;
}

/** What is to be recorded in the chain of one organization. */
export interface Entry {
  orgId: string;
  action: string;
  outcome: AuditRow['outcome'];
  actor: RequestContext['actor'];
  subject: RequestContext['subject'];
  details: Details;
}

/** The entries to record for a transaction, one for each organization that it changed. */
export function entriesOf(act: RequestContext | undefined, pending: readonly Pending[]): Entry[] {
  const current = act?.over === true ? undefined : act;
  if (pending.length > 0) return pending.map((changed) => entryOf(current, changed));
  // A request that opens several transactions is recorded once, unless more of them change something.
  if (current === undefined || !current.recorded || current.orgId === null || current.rows > 0) return [];
  return [entryOf(current, { orgId: current.orgId, rows: [], count: 0 })];
}

/** The entry for changes that no service made: somebody changed an observed table in the database. */
export function outsideEntry(pending: Pending): Entry {
  const { orgId } = pending;
  const details = changesOf(pending);
  const [first] = details.changes ?? [];
  const subject = first === undefined ? null : { kind: first.kind, id: first.id };
  return { orgId, action: 'outside', outcome: 'done', actor: null, subject, details };
}

/** What a row says about changes: those that were read, and how many more there were. */
function changesOf({ rows, count }: Pending): Pick<Details, 'changes' | 'more'> {
  if (rows.length === 0) return {};
  return { changes: rows.map(changedBy), ...(count > rows.length && { more: count - rows.length }) };
}

/** Kinds of objects that are parts of a person: where both are changed, the row is about the person. */
const parts: ReadonlySet<string> = new Set(['password link', 'known place']);

function entryOf(act: RequestContext | undefined, pending: Pending): Entry {
  const { orgId } = pending;
  const changed = changesOf(pending);
  const { changes = [] } = changed;
  const first = changes.find(({ kind }) => !parts.has(kind)) ?? changes[0];
  const sent = first === undefined ? (act?.sent() ?? null) : null;
  return {
    orgId,
    action: act?.action ?? 'service',
    outcome: 'done',
    actor: act?.actor ?? (act?.from ? personIn(orgId, changes) : null),
    subject: first === undefined ? (act?.subject ?? null) : { kind: first.kind, id: first.id },
    details: { ...(act?.from && { from: act.from }), ...changed, ...(sent !== null && { sent }) },
  };
}

/** Who signed in or chose a password: the person for whom a request without a token changed something. */
function personIn(orgId: string, changes: readonly Changed[]): Entry['actor'] {
  for (const { kind, id, after } of changes) {
    if (kind === 'user') return { orgId, id };
    if (kind === 'token' && typeof after?.user === 'string') return { orgId, id: after.user };
  }
  return null;
}
