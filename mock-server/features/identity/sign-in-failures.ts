import { FailureLimit } from '../../platform/http/failure-limit.ts';
import { perPlatform } from '../../platform/per-platform.ts';

/** One limit for every way to sign in, to change a password and to use an invitation. */
export const signInFailures = perPlatform(
  ({ config: { limits } }) => new FailureLimit(limits.signInFailures, limits.signInWindow),
);
