/**
 * Keeps what was used last within a total weight (bytes, rows: whatever the caller weighs in). A cache alone: nothing
 * that another instance of the service would miss belongs in it.
 */
export class Lru<V> {
  readonly #limit: number;
  readonly #entries = new Map<string, { value: V; weight: number }>();
  #weight = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: the one used now becomes the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value and lets go of the oldest ones beyond the limit; a value heavier than the limit is not kept. */
  set(key: string, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#limit) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
