import type { Identity } from '../http/client.ts';

/** A token that nobody needs any more, until the service says that it is void. `expires`: milliseconds since 1970. */
export interface EndingToken extends Identity {
  expires: number;
}
