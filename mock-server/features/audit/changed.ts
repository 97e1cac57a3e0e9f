import type { PendingRow } from './pending-store.ts';
import { redacted } from './redact.ts';

/** What happened to an object: only the fields that differ, without secrets. */
export interface Changed {
  kind: string;
  id: string;
  /** Null for what was made. */
  before: Record<string, unknown> | null;
  /** Null for what was deleted. */
  after: Record<string, unknown> | null;
}

type Fields = Record<string, unknown>;

/** A change as a row keeps it, made from what the trigger noted. */
export function changedBy(row: PendingRow): Changed {
  const [before, after] = [fieldsOf(row.before), fieldsOf(row.after)];
  const [was, is] = before !== null && after !== null ? differing(before, after) : [before, after];
  return {
    kind: row.kind,
    id: row.subject,
    before: was && (redacted(was) as Fields),
    after: is && (redacted(is) as Fields),
  };
}

/** JSON columns are texts within what the trigger noted. */
function fieldsOf(json: string | null): Fields | null {
  if (json === null) return null;
  const fields = JSON.parse(json) as Fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, parsed(value)]));
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that differ, down to the fields of objects in them. */
function differing(before: Fields, after: Fields): [Fields, Fields] {
  const [was, is]: [Fields, Fields] = [{}, {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[name], after[name]];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    [was[name], is[name]] = isObject(one) && isObject(other) ? differing(one, other) : [one, other];
  }
  return [was, is];
}
