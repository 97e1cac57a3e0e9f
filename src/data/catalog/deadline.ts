import type { MandatoryEntry } from '../../../contract/catalog.ts';
import { noEndDate } from '../../../contract/common/codes.ts';

/** Until when a mandatory application has to be installed (ms since 1970); null where there is no deadline. */
export function parseDeadline({
  required_by: requiredBy,
}: Pick<MandatoryEntry, 'required_by'>): number | null {
  if (requiredBy.startsWith(noEndDate.slice(0, 10))) return null;
  const at = Date.parse(requiredBy);
  return Number.isNaN(at) ? null : at;
}

/** Whether a mandatory application has to be installed at a moment (ms since 1970); without a deadline it always has to. */
export function isDue(entry: Pick<MandatoryEntry, 'required_by'>, now: number): boolean {
  const deadline = parseDeadline(entry);
  return deadline === null || deadline <= now;
}
