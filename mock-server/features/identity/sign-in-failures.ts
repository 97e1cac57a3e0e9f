import { FailureLimit } from '../../platform/http/failure-limit.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';

/** One limit for every way to sign in, to change a password and to use an invitation. */
export const signInFailures = oncePerPlatform(
  ({ config: { limits } }) => new FailureLimit(limits.signInFailures, limits.signInWindow),
);
