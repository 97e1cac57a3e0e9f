import type { Storage } from '../storage/storage.ts';
import { atMoment, type SessionRecord, sessionKey } from './session-record.ts';

/** The session kept in an account's database; without its token once that has expired. */
export async function readSession(storage: Storage): Promise<SessionRecord | undefined> {
  const record = await storage.read(['session'], (transaction) => transaction.get('session', sessionKey));
  return record && atMoment(record, Date.now());
}
