import { type DeviceCaller, sessionKey } from '../../../platform/http/contexts.ts';
import { lastUsed } from '../../../platform/last-used.ts';
import { oncePerPlatform } from '../../../platform/once-per-platform.ts';
import type { Cursor } from './cursor.ts';

/** Sessions whose state is kept: as many as may listen. */
const mostKept = 20_000;

/** A state that the catalog of a session was brought to, at the address that its links begin with. */
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

  /** Takes note of a state; of one within a load in steps it does not. */
  note({ token, device }: DeviceCaller, footing: Footing): void {
    if (footing.cursor.after === null) this.#kept.set(sessionKey(token, device), footing);
  }

  of({ token, device }: DeviceCaller): Footing | undefined {
    return this.#kept.get(sessionKey(token, device));
  }
}

/** Those of a platform, which syncs and streams share. */
export const footings = oncePerPlatform(() => new Footings());
