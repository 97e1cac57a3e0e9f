import type { OutboxRow } from './row.ts';

/**
 * When this page tries writes again. Kept in memory by the time since the page began, which no change of the device's clock
 * moves: after a reload everything that waits is due.
 */
export class NextAttempts {
  readonly #moments = new Map<string, number>();

  /** Puts a write off by milliseconds. */
  putOff(id: string, milliseconds: number): void {
    this.#moments.set(id, performance.now() + milliseconds);
  }

  /** Makes a write due. */
  delete(id: string): void {
    this.#moments.delete(id);
  }

  /** Milliseconds until a write is due; none when it is. */
  wait({ id }: OutboxRow): number {
    return Math.max(0, (this.#moments.get(id) ?? 0) - performance.now());
  }

  /** Makes everything due, but for what the service itself put off. */
  hurry(rows: readonly OutboxRow[]): void {
    for (const { id, lastError } of rows) if (lastError?.kind !== 'rate-limited') this.#moments.delete(id);
  }
}
