import type { Shelf } from '../kept/shelf.ts';
import type { Offer } from '../listing.ts';
import type { Changes } from './changes.ts';

/** What a client needs to get from one state of its catalog to the next. */
export interface Delta {
  entries: Offer[];
  /** Offers of which only the caller's own part has changed. */
  own: Offer[];
  gone: string[];
}

/**
 * The difference between two states. `then` is what the client's groups and device at its last sync would be shown now:
 * an application that nobody changed since is in it as the client has it. So where it differs from `now`, the reason is
 * groups or device; what was changed itself is known from the log.
 */
export function deltaOf(then: Shelf, now: Shelf, changes: Changes): Delta {
  const delta: Delta = { entries: [], own: [], gone: [] };
  const own = new Set(changes.own === 'all' ? now.byId.map(idOf) : changes.own);
  for (const id of changes.shared) {
    own.delete(id);
    put(delta, id, now.of(id));
  }
  if (then.key !== now.key) {
    const before = new Map(then.byId.map((offer) => [idOf(offer), offer]));
    for (const offer of now.byId) {
      const id = idOf(offer);
      const earlier = before.get(id);
      before.delete(id);
      if (earlier === offer || changes.shared.has(id)) continue;
      if (earlier?.listing !== offer.listing) {
        own.delete(id);
        delta.entries.push(offer);
      } else if (earlier.mandatory !== offer.mandatory || earlier.requiredByGroup !== offer.requiredByGroup) {
        own.add(id);
      }
    }
    for (const id of before.keys()) if (!changes.shared.has(id)) delta.gone.push(id);
  }
  for (const id of own) {
    const offer = now.of(id);
    if (offer !== undefined) delta.own.push(offer);
  }
  return delta;
}

const idOf = ({ listing }: Offer): string => listing.application.id;

function put(delta: Delta, id: string, offer: Offer | undefined): void {
  if (offer === undefined) delta.gone.push(id);
  else delta.entries.push(offer);
}
