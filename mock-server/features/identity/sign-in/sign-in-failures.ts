import type { ErrorName } from '../../../../contract/common/errors.ts';
import { attempt } from '../../../platform/attempts/attempts.ts';
import { retryIn, ServiceError } from '../../../platform/errors.ts';
import { FailureLimit } from '../../../platform/http/limits/failure-limit.ts';
import { oncePerPlatform } from '../../../platform/once-per-platform.ts';
import type { Platform } from '../../../platform/services.ts';
import { sourceOf } from './places.ts';

/** The errors of who guesses. Refusals after a right password are others. */
const guesses: ReadonlySet<ErrorName> = new Set(['wrong_credentials', 'account_locked', 'link_expired']);

/**
 * One limit of failures from one address for every way to sign in, to change a password and to use an invitation, and for all
 * processes. Within this one, attempts wait for their turn in memory, so that an office that arrives at once does not ask
 * the database over and over.
 */
export const signInFailures = oncePerPlatform((platform: Platform) => {
  const { signInFailures: most, signInWindow: time } = platform.config.limits;
  const rule = { most, time, failures: guesses, refusal };
  const inProcess = new FailureLimit(rule);
  return {
    run: <T>(address: string, make: () => Promise<T>): Promise<T> => {
      const source = sourceOf(address);
      const shared = { ...rule, key: `from ${source}`, endsAfter: 1, isForgiving: false };
      return inProcess.run(source, () => attempt(platform.database, shared, make));
    },
  };
});

const refusal = (until: string): ServiceError =>
  new ServiceError('too_many_requests', 'Too many failed attempts. Wait a little, then try again.', {
    headers: retryIn(Date.parse(until) - Date.now()),
  });
