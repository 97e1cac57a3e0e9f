import { Client, type Identity } from '../data/http/client.ts';
import { NextAttempts } from '../data/outbox/next-attempts.ts';
import type { PendingWrites } from '../data/outbox/pending-write.ts';
import { sendWaiting } from '../data/outbox/sender.ts';
import { AccountChannel } from '../data/session/account-channel.ts';
import { endTokens } from '../data/session/ending-tokens.ts';
import { KeptAccounts } from '../data/session/kept-accounts.ts';
import { readSession } from '../data/session/kept-session.ts';
import { AccountStorage } from '../data/storage/account-storage.ts';
import { databaseName, sealedDatabaseName } from '../data/storage/database-name.ts';
import { sealing } from '../data/storage/sealed/sealing.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';
import type { Storage } from '../data/storage/storage.ts';

/**
 * Ends sessions that could not be ended without a network, and sends the pending writes of the person who is signed in
 * on this browser. Throws when some still wait, so that the browser wakes the worker again.
 */
export async function sendOutbox(writes: PendingWrites, origin: string): Promise<void> {
  const shared = new SharedDatabase();
  try {
    const tokens = await endTokens(shared, origin);
    const account = await openCurrent(shared, writes);
    if (account !== null) await sendOf(account, writes, origin);
    if (tokens > 0) throw new Error(`${tokens} sessions are still to be ended.`);
  } finally {
    shared.close();
  }
}

interface Open {
  name: string;
  storage: AccountStorage;
}

/** The records of the signed-in person; null when nobody is signed in, or the records are locked. */
async function openCurrent(shared: SharedDatabase, writes: PendingWrites): Promise<Open | null> {
  const current = await shared.get('current');
  if (current === undefined) return null;
  const name = databaseName(current.orgId, current.userId);
  const options = { knows: (kind: string) => writes.has(kind) };
  const accounts = new KeptAccounts(shared);
  if ((await accounts.vault(name))?.sealed !== true)
    return { name, storage: await AccountStorage.open(name, options) };
  const open = await accounts.key(name);
  if (open === null) return null;
  const sealed = { ...options, account: name, encryption: sealing(open.key) };
  return { name, storage: await AccountStorage.open(sealedDatabaseName(name), sealed) };
}

async function sendOf({ name, storage }: Open, writes: PendingWrites, origin: string): Promise<void> {
  const channel = new AccountChannel(name);
  try {
    if (storage.status.get() === 'unavailable') throw new Error('The writes cannot be read now.');
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

/** Null when nobody is signed in, or when the session has ended: then the page asks for the password. */
async function identityIn(storage: Storage): Promise<Identity | null> {
  const session = await readSession(storage);
  return session?.token ? { token: session.token, udid: session.device.id } : null;
}
