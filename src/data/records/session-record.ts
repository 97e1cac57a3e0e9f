import type { authenticateCatalog } from '../../../contract/catalog.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import type { SessionEnd } from '../../../contract/identity.ts';

type SignInAnswer = ResponseOf<typeof authenticateCatalog>;

/** The signed-in person, stored in the account's own database, where the service worker finds it too. */
export interface SessionRecord {
  user: SignInAnswer['user'];
  organization: SignInAnswer['organization'];
  /** The device's id at the service, which `X-UDID` carries; document 3, What the service does. */
  device: { id: string };
  remember: boolean;
  /** Null once the session has ended: until the password is given again, nothing is sent. */
  token: string | null;
  /** When the token expires by the clock of this device, in milliseconds since 1970. */
  expires: number;
  /** Why it ended; null while it lasts, and when the service gave no reason. */
  ended: SessionEnd | null;
}

/** The key of the one record in the session store. */
export const sessionKey = 'current';

/**
 * Whether the time of a person who does not stay signed in is over, by the clock of this device. For a person who does,
 * only the service knows, because a clock can be wrong.
 */
export const isExpired = ({ remember, expires }: SessionRecord): boolean =>
  !remember && expires <= Date.now();

/** The record of a sign-in that the service has just answered. */
export const toRecord = (answer: SignInAnswer, remember: boolean): SessionRecord => ({
  user: answer.user,
  organization: answer.organization,
  device: { id: answer.device.id },
  remember,
  token: answer.token,
  expires: Date.now() + answer.ttl_in_seconds * 1000,
  ended: null,
});

/** Who makes a request, and from which device. */
export interface Identity {
  token: string;
  udid: string;
}
