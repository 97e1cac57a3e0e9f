import type { ErrorName } from '../../../../contract/common/errors.ts';
import { runAttempt } from '../../../platform/attempts/attempts.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryIn, ServiceError } from '../../../platform/errors.ts';
import { FailureLimit, type FailureRule } from '../../../platform/http/limits/failure-limit.ts';
import type { Engines } from '../../../platform/services.ts';
import { getSourceNetwork } from './places.ts';

/** The errors of who guesses. Refusals after a right password are others. */
const maxGuesses: ReadonlySet<ErrorName> = new Set(['wrong_credentials', 'account_locked', 'link_expired']);

/**
 * One limit of failures from one address for every way to sign in, to change a password and to use an invitation, and for all
 * processes. Within this one, attempts wait for their turn in memory, so that an office that arrives at once does not ask
 * the database over and over.
 */
export class SignInFailures {
  readonly #database: Database;
  readonly #rule: FailureRule;
  readonly #inProcess: FailureLimit;

  constructor({ config, database }: Engines) {
    const { signInFailures: max, signInWindow: time } = config.limits;
    this.#database = database;
    this.#rule = { max, time, failures: maxGuesses, refusal: tooManyFailuresError };
    this.#inProcess = new FailureLimit(this.#rule);
  }

  /** Makes an attempt from an address. Errors: those of the attempt, and `too_many_requests`. */
  run<T>(address: string, make: () => Promise<T>): Promise<T> {
    const source = getSourceNetwork(address);
    const shared = { ...this.#rule, key: `from ${source}`, endsAfter: 1, isForgiving: false };
    return this.#inProcess.run(source, () => runAttempt(this.#database, shared, make));
  }
}

const tooManyFailuresError = (until: string): ServiceError =>
  new ServiceError('too_many_requests', 'Too many failed attempts. Wait a little, then try again.', {
    headers: retryIn(Date.parse(until) - Date.now()),
  });
