import { Client, type Identity } from '../data/http/client.ts';
import { NextAttempts } from '../data/outbox/next-attempts.ts';
import type { PendingWrites } from '../data/outbox/pending-write.ts';
import { sendWaiting } from '../data/outbox/sender.ts';
import { AccountChannel } from '../data/session/account-channel.ts';
import { endTokens } from '../data/session/ending-tokens.ts';
import { KeptAccounts } from '../data/session/kept-accounts.ts';
import { atMoment, sessionKey } from '../data/session/session-record.ts';
import { databaseName, sealedDatabaseName } from '../data/storage/database-name.ts';
import { IdbStorage } from '../data/storage/idb-storage.ts';
import { SealedStorage } from '../data/storage/sealed/sealed-storage.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';
import type { Storage } from '../data/storage/storage.ts';

/**
 * Ends sessions that were left without a network, and sends the pending writes of the person who is signed in on this
 * browser. Throws when some still wait, so that the
 * browser wakes the worker again.
 */
export async function sendOutbox(writes: PendingWrites, origin: string): Promise<void> {
  const shared = new SharedDatabase();
  try {
    const tokens = await endTokens(shared, origin);
    const account = await openCurrent(shared);
    if (account !== null) await sendOf(account, writes, origin);
    if (tokens > 0) throw new Error(`${tokens} sessions are still to be ended.`);
  } finally {
    shared.close();
  }
}

interface Open {
  name: string;
  storage: Storage;
}

/** The records of whoever is signed in; null when nobody is, or they are locked. */
async function openCurrent(shared: SharedDatabase): Promise<Open | null> {
  const current = await shared.get('current');
  if (current === undefined) return null;
  const name = databaseName(current.orgId, current.userId);
  const accounts = new KeptAccounts(shared);
  if ((await accounts.vault(name))?.sealed !== true) return { name, storage: await IdbStorage.open(name) };
  const open = await accounts.key(name);
  if (open === null) return null;
  return { name, storage: new SealedStorage(await IdbStorage.open(sealedDatabaseName(name)), open.key) };
}

async function sendOf({ name, storage }: Open, writes: PendingWrites, origin: string): Promise<void> {
  const channel = new AccountChannel(name);
  try {
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
