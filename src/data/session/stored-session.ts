import { type SessionRecord, sessionKey } from '../records/session-record.ts';
import type { Storage } from '../storage/storage.ts';

/** The session kept in an account's database. */
export const readSession = (storage: Storage): Promise<SessionRecord | undefined> =>
  storage.read(['session'], (transaction) => transaction.get('session', sessionKey));
