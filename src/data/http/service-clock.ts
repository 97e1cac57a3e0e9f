import { type Observable, WritableObservable } from '../observable.ts';

/**
 * Milliseconds by which the clocks of device and service must differ before the device's is corrected: the header has
 * whole seconds, and an answer takes a while.
 */
const toleranceMs = 60_000;

/**
 * How far the service's clock is ahead of the device's, from the `Date` header of its answers; 0 until it has answered,
 * and while the two agree. Deadlines are moments of the service, and anybody can set the clock of a device.
 */
export class ServiceClock {
  readonly #offset = new WritableObservable(0);

  /** In milliseconds; negative where the device's clock is ahead. */
  get offset(): Observable<number> {
    return this.#offset;
  }

  /** Reads the clock of an answer that has just arrived. */
  recordAnswer(answer: Pick<Response, 'headers'>): void {
    const service = Date.parse(answer.headers.get('date') ?? '');
    if (Number.isNaN(service)) return;
    const offset = service - Date.now();
    const isSame = Math.abs(offset - this.#offset.get()) < toleranceMs;
    if (!isSame) this.#offset.set(Math.abs(offset) < toleranceMs ? 0 : offset);
  }
}
