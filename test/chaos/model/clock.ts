/** Something that a page asked to be called back for. */
interface Alarm {
  id: number;
  at: number;
  every: number | null;
  ring(): void;
}

/** The time of a simulated world in milliseconds since it began: it stands still until it is advanced. */
export class Clock {
  now = 0;
  #last = 0;
  readonly #alarms = new Map<number, Alarm>();

  set(ring: () => void, delay: number, every: number | null = null): number {
    this.#last += 1;
    this.#alarms.set(this.#last, { id: this.#last, at: this.now + Math.max(1, delay), every, ring });
    return this.#last;
  }

  clear(id: number): void {
    this.#alarms.delete(id);
  }

  /** Lets time pass, alarm by alarm; `settle` waits until what an alarm began has come to rest. */
  async advance(milliseconds: number, settle: () => Promise<void>): Promise<void> {
    const end = this.now + milliseconds;
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.now = next.at;
      if (next.every === null) this.#alarms.delete(next.id);
      else next.at += next.every;
      next.ring();
      await settle();
    }
    this.now = end;
  }

  #next(): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms.values()) if (next === undefined || alarm.at < next.at) next = alarm;
    return next;
  }
}
