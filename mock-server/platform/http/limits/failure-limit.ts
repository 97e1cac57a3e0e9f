import type { ErrorName } from '../../../../contract/common/errors.ts';
import { ServiceError } from '../../errors.ts';

export interface FailureRule {
  /** Failures that are allowed; running attempts count as failures until they have ended. */
  max: number;
  /** How long failures count, in milliseconds. */
  time: number;
  /** The errors of an attempt that count as its failure. */
  failures: ReadonlySet<ErrorName>;
  /** The refusal when no attempt is left until a moment (UTC). */
  refusal(until: string): ServiceError;
}

/** The attempts from one address. */
interface Attempts {
  running: number;
  failures: number;
  /** Moment (ms) at which the failures are forgotten. */
  ends: number;
  /** Attempts that wait for their turn, first come, first served. */
  waiting: { begin(): void; refuse(refusal: ServiceError): void }[];
}

/**
 * Limits the failed attempts from one address, not all attempts, because hundreds of people may share an address. Only as
 * many attempts run at once as may still fail; the others wait, so that parallel guesses do not exceed the limit.
 */
export class FailureLimit {
  readonly #rule: FailureRule;
  readonly #addresses = new Map<string, Attempts>();

  constructor(rule: FailureRule) {
    this.#rule = rule;
  }

  /** Runs an attempt from an address. Errors: its own, the rule's refusal. */
  async run<T>(address: string, attempt: () => Promise<T>): Promise<T> {
    const attempts = this.#addresses.get(address) ?? { running: 0, failures: 0, ends: 0, waiting: [] };
    this.#addresses.set(address, attempts);
    await this.#turn(attempts);
    try {
      return await attempt();
    } catch (error) {
      const hasFailed = error instanceof ServiceError && this.#rule.failures.has(error.errorName);
      if (hasFailed) this.#failed(address, attempts);
      throw error;
    } finally {
      attempts.running--;
      this.#goOn(address, attempts);
    }
  }

  async #turn(attempts: Attempts): Promise<void> {
    const { max } = this.#rule;
    if (attempts.failures >= max) throw this.#refusal(attempts);
    if (attempts.running + attempts.failures < max) {
      attempts.running++;
      return;
    }
    await new Promise<void>((begin, refuse) => attempts.waiting.push({ begin, refuse }));
  }

  #refusal({ ends }: Attempts): ServiceError {
    return this.#rule.refusal(new Date(ends).toISOString());
  }

  #failed(address: string, attempts: Attempts): void {
    attempts.failures++;
    if (attempts.failures > 1) return;
    attempts.ends = Date.now() + this.#rule.time;
    setTimeout(() => {
      attempts.failures = 0;
      this.#goOn(address, attempts);
    }, this.#rule.time).unref();
  }

  /** Lets as many waiting attempts begin as there are free places. */
  #goOn(address: string, attempts: Attempts): void {
    const { max } = this.#rule;
    const begin = Math.max(0, max - attempts.running - attempts.failures);
    for (const next of attempts.waiting.splice(0, begin)) {
      attempts.running++;
      next.begin();
    }
    if (attempts.failures >= max)
      for (const next of attempts.waiting.splice(0)) next.refuse(this.#refusal(attempts));
    if (attempts.running + attempts.failures === 0) this.#addresses.delete(address);
  }
}
