import type { OutboxRow } from '../records/outbox-row.ts';

interface RetryPause {
  /** Milliseconds since the page began. */
  until: number;
  /** Whether the service asked for it. */
  isRequestedByService: boolean;
}

/**
 * When this page next tries each write. In memory, in time since the page began, which a change of the device's clock
 * does not affect: after a reload everything that waits is due.
 */
export class RetrySchedule {
  readonly #pauses = new Map<string, RetryPause>();
  /** Writes that were brought forward once since the last outage: if they fail again, the trouble is their own. */
  readonly #broughtForward = new Set<string>();

  /** Postpones a write by milliseconds. `isRequestedByService`: the service asked for that, so nothing brings it forward. */
  postpone(id: string, milliseconds: number, isRequestedByService = false): void {
    this.#pauses.set(id, { until: performance.now() + milliseconds, isRequestedByService });
  }

  /** Makes a write due. */
  delete(id: string): void {
    this.#pauses.delete(id);
    this.#broughtForward.delete(id);
  }

  /** Milliseconds until a write is due; none when it is. */
  getWait({ id }: OutboxRow): number {
    return Math.max(0, (this.#pauses.get(id)?.until ?? 0) - performance.now());
  }

  /**
   * Makes everything due, because the service was reached. Not what the service itself postponed, nor a write that
   * failed again after this: something that blocks only this write, such as a filter, must not be asked without end.
   */
  makeAllDue(): void {
    for (const [id, { isRequestedByService }] of this.#pauses) {
      if (isRequestedByService || this.#broughtForward.has(id)) continue;
      this.#pauses.delete(id);
      this.#broughtForward.add(id);
    }
  }

  /** The service could not be reached: that may be why writes have failed, so they get another chance afterwards. */
  recordOutage(): void {
    this.#broughtForward.clear();
  }
}
