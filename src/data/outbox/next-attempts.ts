import type { OutboxRow } from './row.ts';

interface Pause {
  /** Milliseconds since the page began. */
  until: number;
  /** Whether the service asked for it. */
  told: boolean;
}

/**
 * When this page next tries each write. In memory, in time since the page began, which a change of the device's clock
 * does not affect: after a reload everything that waits is due.
 */
export class NextAttempts {
  readonly #pauses = new Map<string, Pause>();

  /** Postpones a write by milliseconds. `told`: the service asked for that, so nothing brings it forward. */
  putOff(id: string, milliseconds: number, told = false): void {
    this.#pauses.set(id, { until: performance.now() + milliseconds, told });
  }

  /** Makes a write due. */
  delete(id: string): void {
    this.#pauses.delete(id);
  }

  /** Milliseconds until a write is due; none when it is. */
  wait({ id }: OutboxRow): number {
    return Math.max(0, (this.#pauses.get(id)?.until ?? 0) - performance.now());
  }

  /** Makes everything due, except what the service itself postponed. */
  hurry(): void {
    for (const [id, { told }] of this.#pauses) if (!told) this.#pauses.delete(id);
  }
}
