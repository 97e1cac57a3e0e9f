import type { MyTerms } from '../../../contract/terms.ts';
import type { ResourceState } from '../http/resource.ts';
import type { OutboxRow } from '../records/outbox-row.ts';
import { answerWrite, type TermsAnswer } from './answer-write.ts';

/** A version of terms as the service last sent it. */
interface TermsVersionState {
  id: string;
  accepted: boolean | null;
  answered: string | null;
}

type Rows = readonly OutboxRow[];
type Contains = ReadonlySet<string>;

const isAnswer = (row: OutboxRow): row is OutboxRow & { payload: TermsAnswer } =>
  row.kind === answerWrite.kind;

/** Terms with the person's later answer, which the service did not have when it sent them. */
export function applyAnswer<T extends TermsVersionState>(reported: T, rows: Rows, contains: Contains): T {
  const own = rows.filter(isAnswer).filter(({ payload }) => payload.terms === reported.id);
  const last = own.findLast(
    ({ id, state }) => state !== 'refused' && !(state === 'sent' && contains.has(id)),
  );
  if (last === undefined) return reported;
  return { ...reported, accepted: last.payload.accepted, answered: new Date(last.created).toISOString() };
}

/**
 * The terms of the organization, when the person has not accepted them; null while the catalog is open, or when nothing
 * is known.
 */
export function findBlockingTerms({ value, contains }: ResourceState<MyTerms>, rows: Rows) {
  if (!value?.organization) return null;
  const terms = applyAnswer(value.organization, rows, contains);
  return terms.accepted === true ? null : terms;
}

/** Whether an application has terms that the person has not accepted, as far as is known here. */
export function requiresTerms(
  { value, contains }: ResourceState<MyTerms>,
  rows: Rows,
  application: string,
): boolean {
  const carried = value?.applications.find((one) => one.application === application);
  return carried !== undefined && applyAnswer(carried, rows, contains).accepted !== true;
}
