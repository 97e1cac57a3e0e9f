import { Client, type Identity } from '../data/http/client.ts';
import { NextAttempts } from '../data/outbox/next-attempts.ts';
import type { PendingWrites } from '../data/outbox/pending-write.ts';
import { sendWaiting } from '../data/outbox/sender.ts';
import { AccountChannel } from '../data/session/account-channel.ts';
import { atMoment, sessionKey } from '../data/session/session-record.ts';
import { AccountStorage } from '../data/storage/database.ts';
import { databaseName } from '../data/storage/database-name.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';
import type { Storage } from '../data/storage/storage.ts';

/**
 * Sends the pending writes of the person who is signed in on this browser. Throws when some still wait, so that the
 * browser wakes the worker again.
 */
export async function sendOutbox(writes: PendingWrites, origin: string): Promise<void> {
  const shared = new SharedDatabase();
  const current = await shared.get('current');
  shared.close();
  if (current === undefined) return;
  const name = databaseName(current.orgId, current.userId);
  const storage = await AccountStorage.open(name, { knows: (kind) => writes.has(kind) });
  const channel = new AccountChannel(name);
  try {
    if (storage.status.get() === 'unavailable') throw new Error('The writes can not be read now.');
    const client = new Client(origin);
    client.identity = await identityIn(storage);
    if (client.identity === null) return;
    const changed = () => channel.tell('outbox');
    const left = await sendWaiting(
      { databaseName: name, storage, client, writes, changed, attempts: new NextAttempts() },
      true,
    );
    if (left > 0) throw new Error(`${left} writes still wait.`);
  } finally {
    channel.close();
    storage.close();
  }
}

/** Null when nobody is signed in, or the session has ended: then the page asks for the password. */
async function identityIn(storage: Storage): Promise<Identity | null> {
  const kept = await storage.read(['session'], (transaction) => transaction.get('session', sessionKey));
  const session = kept && atMoment(kept, Date.now());
  return session?.token ? { token: session.token, udid: session.device.id } : null;
}
