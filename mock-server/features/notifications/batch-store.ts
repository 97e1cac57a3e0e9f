import type { Tables } from '../../migrations/tables.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { createId } from '../../platform/database/identifiers.ts';
import type { Recipient } from './batch.ts';
import type { Recipients } from './store.ts';

type Row = Tables['push_batches'];

/** The devices to which a notification is sent by Apple or Google. */
export type NativeRecipients = Recipients & Pick<Row, 'provider'>;

/**
 * Devices of one row, which are taken and sent to together: a crash can leave no more devices than these without a
 * known result.
 */
export const batchSize = 1_000;

/** A row of devices that was taken for sending. */
interface Batch {
  id: string;
  recipients: Recipient[];
}

/** Adds devices to those to which a notification is sent. */
export async function addBatches(
  tx: Tx,
  { org_id, notification, provider }: NativeRecipients,
  recipients: readonly Recipient[],
): Promise<void> {
  const rows = splitIntoChunks(recipients, batchSize).map((part) => ({
    org_id,
    notification,
    provider,
    id: createId(),
    devices: part.length,
    taken: 0 as const,
    recipients: JSON.stringify(part.map(({ token, device }) => [token, device])),
  }));
  if (rows.length > 0) await tx.insertInto('push_batches').values(rows).execute();
}

const parseRecipients = ({ recipients }: Pick<Row, 'recipients'>): Recipient[] =>
  (JSON.parse(recipients) as [string, string][]).map(([token, device]) => ({ token, device }));

/** Takes the next devices, so that no other process sends to them; undefined when none are left. */
export async function claimBatch(
  db: Db,
  { org_id, notification, provider }: NativeRecipients,
): Promise<Batch | undefined> {
  for (;;) {
    const next = await db
      .selectFrom('push_batches')
      .select('id')
      .where('org_id', '=', org_id)
      .where('notification', '=', notification)
      .where('provider', '=', provider)
      .where('taken', '=', 0)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const claimed = await db
      .updateTable('push_batches')
      .set({ taken: 1 })
      .where('org_id', '=', org_id)
      .where('notification', '=', notification)
      .where('provider', '=', provider)
      .where('id', '=', next.id)
      .where('taken', '=', 0)
      .returning('recipients')
      .executeTakeFirst();
    // Otherwise another process was faster.
    if (claimed !== undefined) return { ...next, recipients: parseRecipients(claimed) };
  }
}

/** Removes a row of devices after the sending. */
export async function removeBatch(
  tx: Tx,
  { org_id, notification, provider }: NativeRecipients,
  id: string,
): Promise<void> {
  await tx
    .deleteFrom('push_batches')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

/** Removes the remaining devices of a provider; returns how many of them nobody has taken. */
export async function removeBatches(
  tx: Tx,
  { org_id, notification, provider }: NativeRecipients,
): Promise<number> {
  const removed = await tx
    .deleteFrom('push_batches')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .returning(['taken', 'devices'])
    .execute();
  return removed.reduce((sum, { taken: claimed, devices }) => sum + (claimed === 0 ? devices : 0), 0);
}

/** Whether a notification has devices of Apple or Google left, of one provider or of any. */
export async function hasBatches(
  db: Db,
  { org_id, notification, provider }: Pick<Recipients, 'org_id' | 'notification'> & Partial<NativeRecipients>,
): Promise<boolean> {
  let left = db
    .selectFrom('push_batches')
    .select('id')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification);
  if (provider !== undefined) left = left.where('provider', '=', provider);
  return (await left.limit(1).executeTakeFirst()) !== undefined;
}

/** The tokens to which a notification is sent, as far as they are known. */
export async function listKnownTokens(
  db: Db,
  { org_id, notification, provider }: NativeRecipients,
): Promise<Set<string>> {
  const batches = await db
    .selectFrom('push_batches')
    .select('recipients')
    .where('org_id', '=', org_id)
    .where('notification', '=', notification)
    .where('provider', '=', provider)
    .execute();
  return new Set(batches.flatMap(parseRecipients).map(({ token }) => token));
}
