import { byTier } from '../../setup/run/tier.ts';
import type { Outcome } from './outcome.ts';
import type { CallerName, Row } from './table.ts';

/** Where an organization is, relative to the caller's own; first the places that have their own rules. */
const allPlaces = ['own', 'child', 'parent', 'foreign', 'grandchild', 'sibling'] as const;
export type Place = (typeof allPlaces)[number];

/** The places that this run covers. */
export const places = allPlaces.slice(0, byTier(4, 6));

const inOwn: Record<string, Outcome> = { yes: 'through', no: 'forbidden', '401': 'not signed in' };

/**
 * Outcomes in an organization below, by the table's column `elsewhere`; for an administrator whom the operation lets in.
 * - `below`: the administrator acts there; document 1, Requests for affiliated organizations;
 * - `child`: the same, but a grandchild has none below itself;
 * - `device`: the operation is about the caller's own device, which is not known there.
 */
const forAdministrator: Record<string, Record<'child' | 'grandchild', Outcome>> = {
  below: { child: 'through', grandchild: 'through' },
  child: { child: 'through', grandchild: 'no room below' },
  device: { child: 'no such device', grandchild: 'no such device' },
};

/** The answer to a caller in an organization, according to the documents. */
export function expected(row: Row, caller: CallerName, place: Place): Outcome {
  const own = inOwn[row.own[caller]];
  if (own === undefined) throw new Error(`${row.operation}: ${row.own[caller]} is no outcome.`);
  // `open`: the caller is not authenticated, so that no organization is the caller's own.
  if (place === 'own' || row.elsewhere === 'open' || caller === 'nobody') return own;
  // "An administrator of an affiliated organization cannot act on its parent."
  if (place === 'parent') return 'forbidden';
  // "An org_id that is neither the caller's parent nor an affiliated organization yields error code 10."
  if (place === 'sibling' || place === 'foreign') return 'unknown organization';
  // Only administrators act on affiliated organizations; for other callers they are like any other organization.
  if (caller !== 'admin') return 'unknown organization';
  const outcome = forAdministrator[row.elsewhere]?.[place];
  if (outcome === undefined) throw new Error(`${row.operation}: ${row.elsewhere} is not known.`);
  return outcome;
}
