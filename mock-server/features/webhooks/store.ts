import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';
import { type ListPage, type Page, readNewestFirst } from '../../platform/database/list-controls.ts';

export type WebhookRow = Tables['webhooks'];
export type DeliveryRow = Tables['webhook_deliveries'];

export const listWebhooks = (db: Db, orgId: string) =>
  db.selectFrom('webhooks').selectAll().where('org_id', '=', orgId).orderBy('id').execute();

/** The webhooks of all organizations, for a command of the operator. */
export const listAllWebhooks = (db: Db) => db.selectFrom('webhooks').selectAll().orderBy('id').execute();

export const findWebhookById = (db: Db, orgId: string, id: string) =>
  db.selectFrom('webhooks').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export const updateWebhook = (tx: Tx, orgId: string, id: string, change: Partial<WebhookRow>) =>
  tx
    .updateTable('webhooks')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteWebhook = (tx: Tx, orgId: string, id: string) =>
  tx
    .deleteFrom('webhooks')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

export async function insertDelivery(tx: Tx, row: DeliveryRow): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(row).execute();
}

export const findDeliveryById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export const updateDelivery = (db: Db, orgId: string, id: string, change: Partial<DeliveryRow>) =>
  db
    .updateTable('webhook_deliveries')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export function listDeliveries(
  db: Db,
  orgId: string,
  webhook: string,
  page: ListPage,
): Promise<Page<DeliveryRow>> {
  const all = db.selectFrom('webhook_deliveries').selectAll();
  return readNewestFirst(all.where('org_id', '=', orgId).where('webhook', '=', webhook), page);
}

export async function deleteOldDeliveries(db: Db, before: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created', '<', before).execute();
}

/**
 * Deletes deliveries about a person, sent or not. The body of a delivery contains their id, which is unique, or, for a
 * row of the audit log, the number by which a request named them.
 */
export async function deleteDeliveriesAbout(
  tx: Tx,
  { org_id, id, psk }: { org_id: string; id: string; psk: number },
): Promise<void> {
  const byNumber = JSON.stringify({ object: { kind: 'user', id: String(psk) } }).slice(1, -1);
  await tx
    .deleteFrom('webhook_deliveries')
    .where('org_id', '=', org_id)
    .where((where) => where.or([where('body', 'like', `%${id}%`), where('body', 'like', `%${byNumber}%`)]))
    .execute();
}
