import type { ErrorName } from '../../../../contract/common/errors.ts';
import { ServiceError } from '../errors.ts';

/** The errors that count as failures: those of a caller who guesses. Refusals after a right password are others. */
const guesses: ReadonlySet<ErrorName> = new Set(['wrong_credentials', 'account_locked', 'link_expired']);

/** What comes from one address. */
interface Attempts {
  running: number;
  failures: number;
  /** Moment (ms) at which the failures are forgotten. */
  ends: number;
  /** Resume the attempts that wait for their turn. */
  waiting: (() => void)[];
}

/**
 * Limits the failed attempts from one address, not all attempts, because hundreds of people may share an address. Only as
 * many attempts run at once as may still fail; the others wait, so that parallel guesses do not exceed the limit.
 */
export class FailureLimit {
  readonly #most: number;
  readonly #window: number;
  readonly #addresses = new Map<string, Attempts>();

  /** `most` failures within `window` milliseconds. */
  constructor(most: number, window: number) {
    this.#most = most;
    this.#window = window;
  }

  /** Runs an attempt from an address. Errors: its own, or `too_many_requests` with the seconds to wait. */
  async run<T>(address: string, attempt: () => Promise<T>): Promise<T> {
    const attempts = this.#addresses.get(address) ?? { running: 0, failures: 0, ends: 0, waiting: [] };
    this.#addresses.set(address, attempts);
    await this.#turn(attempts);
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ServiceError && guesses.has(error.errorName)) this.#failed(address, attempts);
      throw error;
    } finally {
      attempts.running--;
      this.#goOn(address, attempts);
    }
  }

  async #turn(attempts: Attempts): Promise<void> {
    while (attempts.running + attempts.failures >= this.#most) {
      if (attempts.failures >= this.#most) throw tooMany(attempts.ends);
      await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
    attempts.running++;
  }

  #failed(address: string, attempts: Attempts): void {
    attempts.failures++;
    if (attempts.failures > 1) return;
    attempts.ends = Date.now() + this.#window;
    setTimeout(() => {
      attempts.failures = 0;
      this.#goOn(address, attempts);
    }, this.#window).unref();
  }

  #goOn(address: string, attempts: Attempts): void {
    for (const turn of attempts.waiting.splice(0)) turn();
    if (attempts.running + attempts.failures === 0) this.#addresses.delete(address);
  }
}

const tooMany = (ends: number) =>
  new ServiceError('too_many_requests', 'Too many failed attempts. Wait a little, then try again.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((ends - Date.now()) / 1000))) },
  });
