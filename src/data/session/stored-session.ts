import type { Storage } from '../storage/storage.ts';
import { type SessionRecord, sessionKey } from './session-record.ts';

/** The session kept in an account's database. */
export const readSession = (storage: Storage): Promise<SessionRecord | undefined> =>
  storage.read(['session'], (transaction) => transaction.get('session', sessionKey));
