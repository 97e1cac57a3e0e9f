import type { authenticateCatalog } from '../../../contract/catalog.ts';
import type { ErrorName } from '../../../contract/common/errors.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';

type SignedIn = ResponseOf<typeof authenticateCatalog>;

/** Who is signed in, as kept in the account's own database, where the service worker finds it too. */
export interface SessionRecord {
  user: SignedIn['user'];
  organization: SignedIn['organization'];
  /** The device as the service named it: this is what `X-UDID` carries; document 3, What the service does. */
  device: { id: string };
  remember: boolean;
  /** Null once the session has ended: then a password is asked for, and nothing is sent. */
  token: string | null;
  /** When the token ends by itself, in milliseconds since 1970. */
  expires: number;
  /** Why it ended; null when its time was up, or while it lives. */
  ended: ErrorName | null;
}

/** The key of the one record in the session store. */
export const sessionKey = 'current';

/** The record as it stands once its time is up. */
export const atMoment = (record: SessionRecord, now: number): SessionRecord =>
  record.expires > now ? record : { ...record, token: null };
