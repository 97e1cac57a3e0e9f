import type { DevicesContext } from '../devices/facade.ts';
import type { UsersContext } from '../users/facade.ts';
import type { TokenUseRecorder } from './sessions/session-use.ts';
import type { SignInFailures } from './sign-in/sign-in-failures.ts';

/** The context of what it calls, and what this feature keeps in memory. */
export interface IdentityContext extends UsersContext, DevicesContext {
  readonly sessionUse: TokenUseRecorder;
  readonly signInFailures: SignInFailures;
}
