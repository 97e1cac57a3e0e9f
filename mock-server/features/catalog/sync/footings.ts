import { type DeviceCaller, sessionKey } from '../../../platform/http/contexts.ts';
import { lastUsed } from '../../../platform/last-used.ts';
import { oncePerPlatform } from '../../../platform/once-per-platform.ts';
import type { Cursor } from './cursor.ts';

/** Most sessions whose state is kept: as many as may listen. */
const mostKept = 20_000;

/** A state to which the catalog of a session was brought, with the address that its links begin with. */
export interface Footing {
  base: string;
  cursor: Cursor;
}

/**
 * The last state to which this instance brought the catalog of each session. It may be older than the catalog, where
 * another instance has answered since, and newer, where an answer was lost.
 */
class Footings {
  readonly #kept = lastUsed<Footing>(mostKept);

  /** Notes a state, except within a load in several steps. */
  note({ token, device }: DeviceCaller, footing: Footing): void {
    if (footing.cursor.after === null) this.#kept.set(sessionKey(token, device), footing);
  }

  of({ token, device }: DeviceCaller): Footing | undefined {
    return this.#kept.get(sessionKey(token, device));
  }
}

/** The footings of a platform, which syncs and streams share. */
export const footings = oncePerPlatform(() => new Footings());
