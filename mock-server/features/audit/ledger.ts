import { createHmac, randomBytes } from 'node:crypto';
import type { Db, TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { HeadRow } from './heads-store.ts';
import * as store from './ledger-store.ts';

const purpose = 'audit ledger';
const sumLength = 32;

/**
 * A sum over the heads of all chains: when somebody removes a chain or puts it back to an earlier state, the sum
 * differs. Key and sum are encrypted, so that nobody who reads the database can look for other heads with the same sum.
 */
interface Ledger {
  /** 32 bytes in base64url, used for this ledger only: they stay the same when the service's secret is rotated. */
  key: string;
  /** How often the ledger was changed. */
  number: number;
  /** 32 bytes in base64url: exclusive or of a keyed hash of each head. */
  sum: string;
}

type Counted = Pick<HeadRow, 'org_id' | 'counted' | 'counted_link'>;

const empty = (): Ledger => ({
  key: randomBytes(sumLength).toString('base64url'),
  number: 0,
  sum: Buffer.alloc(sumLength).toString('base64url'),
});

const sealed = (secrets: Secrets, ledger: Ledger): string => secrets.encrypt(purpose, JSON.stringify(ledger));

/** Null for one that the service did not write. */
function opened(secrets: Secrets, text: string): Ledger | null {
  try {
    return JSON.parse(secrets.decrypt(purpose, text)) as Ledger;
  } catch {
    return null;
  }
}

/** What a head contributes to the sum; nothing while it is not counted yet. */
function part(ledger: Ledger, head: Counted): Buffer {
  if (head.counted === null) return Buffer.alloc(sumLength);
  const text = JSON.stringify([head.org_id, head.counted, head.counted_link]);
  return createHmac('sha256', Buffer.from(ledger.key, 'base64url')).update(text).digest();
}

const plus = (sum: Buffer, other: Buffer): Buffer =>
  Buffer.from(sum.map((byte, index) => byte ^ (other[index] ?? 0)));

const sumOf = (ledger: Ledger, heads: readonly Counted[]): string =>
  heads
    .reduce((all, head) => plus(all, part(ledger, head)), Buffer.alloc(sumLength) as Buffer)
    .toString('base64url');

/**
 * Counts the present state of a head in place of the state that was counted before. It locks the ledger until the
 * transaction ends: call it late. A ledger that somebody removed or changed stays as it is, so that `verify` finds it.
 * Returns whether the head is counted: in the second after a rotation of keys, an instance that has not read the new
 * key yet can't count, and does so the next time.
 */
export async function count(tx: TrailTx, secrets: Secrets, was: Counted, is: Counted): Promise<boolean> {
  const text = (await store.hold(tx)) ?? (await begin(tx, secrets));
  const ledger = text === null ? null : opened(secrets, text);
  if (ledger === null) return false;
  const sum = plus(plus(Buffer.from(ledger.sum, 'base64url'), part(ledger, was)), part(ledger, is));
  const next = { key: ledger.key, number: ledger.number + 1, sum: sum.toString('base64url') };
  await store.set(tx, sealed(secrets, next));
  return true;
}

/** The first ledger; null where heads were counted before, so that there must have been a ledger. */
const begin = async (tx: TrailTx, secrets: Secrets): Promise<string | null> =>
  (await store.anyCounted(tx)) ? null : store.make(tx, sealed(secrets, empty()));

/** Whether a ledger, as it stands in the database, is the service's and the sum of these heads. */
export function fits(secrets: Secrets, text: string, heads: readonly Counted[]): boolean {
  const ledger = opened(secrets, text);
  if (ledger === null) return false;
  return sumOf(ledger, heads) === ledger.sum;
}

/**
 * Encrypts the ledger with the current secret. One that the service did not write, or whose secret is gone, stays as it
 * is.
 */
export async function renewLedger(tx: TrailTx, secrets: Secrets): Promise<void> {
  const text = await store.hold(tx);
  if (text !== null && opened(secrets, text) !== null) await store.set(tx, secrets.renew(purpose, text));
}

/** Whether the ledger was encrypted with a secret that is gone. */
export async function isLost(db: Db, secrets: Secrets): Promise<boolean> {
  const text = await store.find(db);
  return text !== null && !secrets.knows(text);
}

/** A new ledger in place of a lost one, made of the heads as they are counted now. */
export async function beginAnew(tx: TrailTx, secrets: Secrets, heads: readonly Counted[]): Promise<void> {
  const text = await store.hold(tx);
  if (text === null || secrets.knows(text)) return;
  const ledger = empty();
  await store.set(tx, sealed(secrets, { ...ledger, number: 1, sum: sumOf(ledger, heads) }));
}
