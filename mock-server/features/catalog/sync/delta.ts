import type { OfferSummary } from '../offers/summary.ts';
import type { Changes } from './changes.ts';

/** What a client needs to get from one state of its catalog to the next. */
export interface Delta {
  entries: OfferSummary[];
  /** Offers of which only the caller's own part has changed. */
  own: OfferSummary[];
  gone: string[];
}

/** Offers by application, in the order of the ids. */
type Offers = ReadonlyMap<string, OfferSummary>;

/**
 * The difference between two states. `then` is what the client's groups and device at its last sync would be shown now:
 * an application that nobody changed since is in it as the client has it. So where it differs from `now`, the reason is
 * groups or device; what was changed itself is known from the log. `then` is null where groups and device are the same.
 */
export function computeDelta(then: Offers | null, now: Offers, changes: Changes): Delta {
  const delta: Delta = { entries: [], own: [], gone: [] };
  const own = new Set(changes.own === 'all' ? now.keys() : changes.own);
  for (const id of changes.shared) {
    own.delete(id);
    const offer = now.get(id);
    if (offer === undefined) delta.gone.push(id);
    else delta.entries.push(offer);
  }
  if (then !== null) {
    for (const [id, offer] of now) {
      if (changes.shared.has(id)) continue;
      const earlier = then.get(id);
      if (earlier?.version !== offer.version) {
        own.delete(id);
        delta.entries.push(offer);
      } else if (earlier.mandatory !== offer.mandatory || earlier.requiredByGroup !== offer.requiredByGroup) {
        own.add(id);
      }
    }
    for (const id of then.keys()) if (!now.has(id) && !changes.shared.has(id)) delta.gone.push(id);
  }
  for (const id of own) {
    const offer = now.get(id);
    if (offer !== undefined) delta.own.push(offer);
  }
  return delta;
}
