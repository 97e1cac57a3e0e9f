import { Client } from '../data/http/client.ts';
import type { PendingWrites } from '../data/outbox/pending-write.ts';
import { RetrySchedule } from '../data/outbox/retry-schedule.ts';
import { sendWaiting } from '../data/outbox/sender.ts';
import type { Identity } from '../data/records/session-record.ts';
import { StoredAccounts } from '../data/session/stored-accounts.ts';
import { readSession } from '../data/session/stored-session.ts';
import { revokeTokens } from '../data/session/token-revocation.ts';
import { AccountChannel } from '../data/storage/account-channel.ts';
import { AccountStorage } from '../data/storage/account-storage.ts';
import { getDatabaseName, getSealedDatabaseName } from '../data/storage/database-name.ts';
import { Seal } from '../data/storage/sealed/seal.ts';
import { SharedDatabase } from '../data/storage/shared-database.ts';
import type { Storage } from '../data/storage/storage.ts';

/**
 * Ends sessions that could not be ended without a network, and sends the pending writes of the person who is signed in
 * on this browser. Throws when some still wait, so that the browser wakes the worker again.
 */
export async function sendOutbox(writes: PendingWrites, origin: string): Promise<void> {
  const shared = new SharedDatabase();
  try {
    const tokens = await revokeTokens(shared, origin);
    const account = await openCurrent(shared, writes);
    if (account !== null) await createSender(account, writes, origin);
    if (tokens > 0) throw new Error(`${tokens} sessions are still to be ended.`);
  } finally {
    shared.close();
  }
}

interface OpenAccount {
  name: string;
  storage: AccountStorage;
}

/** The records of the signed-in person; null when nobody is signed in, or the records are locked. */
async function openCurrent(shared: SharedDatabase, writes: PendingWrites): Promise<OpenAccount | null> {
  const current = await shared.get('current');
  if (current === undefined) return null;
  const name = getDatabaseName(current.orgId, current.userId);
  const options = { knows: (kind: string) => writes.has(kind) };
  const accounts = new StoredAccounts(shared);
  if ((await accounts.getVault(name))?.sealed !== true)
    return { name, storage: await AccountStorage.open(name, options) };
  const open = await accounts.getKey(name);
  if (open === null) return null;
  const sealed = { ...options, account: name, seal: new Seal(open.key) };
  return { name, storage: await AccountStorage.open(getSealedDatabaseName(name), sealed) };
}

async function createSender(
  { name, storage }: OpenAccount,
  writes: PendingWrites,
  origin: string,
): Promise<void> {
  const channel = new AccountChannel(name);
  try {
    if (storage.status.get() === 'unavailable') throw new Error('The writes cannot be read now.');
    const client = new Client(origin);
    client.identity = await readIdentity(storage);
    if (client.identity === null) return;
    const onChange = () => channel.publish('outbox');
    const left = await sendWaiting(
      { databaseName: name, storage, client, writes, onChange, attempts: new RetrySchedule() },
      true,
    );
    if (left > 0) throw new Error(`${left} writes still wait.`);
  } finally {
    channel.close();
    storage.close();
  }
}

/** Null when nobody is signed in, or when the session has ended: then the page asks for the password. */
async function readIdentity(storage: Storage): Promise<Identity | null> {
  const session = await readSession(storage);
  return session?.token ? { token: session.token, udid: session.device.id } : null;
}
