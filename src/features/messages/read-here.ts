import type { Message } from '../../../contract/messages.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { type Reading, readWrite } from './pending-write.ts';

/** The messages as last fetched, with those marked that were read here since. */
export function markRead(messages: readonly Message[], rows: readonly OutboxRow[]): Message[] {
  const read = readOnThisDevice(rows);
  return messages.map((message) => (read.has(message.id) ? { ...message, is_read: true } : message));
}

/** The ids of messages that were read here: of writes that wait, and of those sent within the last day. */
function readOnThisDevice(rows: readonly OutboxRow[]): ReadonlySet<string> {
  const own = rows.filter(({ kind, state }) => kind === readWrite.kind && state !== 'refused');
  return new Set(own.flatMap(({ payload }) => (payload as Reading).messages));
}
