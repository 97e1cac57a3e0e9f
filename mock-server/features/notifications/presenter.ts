import type { Notification } from '../../../contract/notifications.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { NotificationRow } from './store.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  text: row.text,
  created: formatTimestamp(row.created),
  finished: row.finished && formatTimestamp(row.finished),
  people: row.people,
  devices: row.devices,
  sent: row.sent,
  failed: row.failed,
  ended: row.ended,
});
