import { useEffect } from 'react';
import { listMessages, type Message } from '../../../contract/messages.ts';
import { account } from '../../data/current.ts';
import type { OutboxRow } from '../../data/outbox/row.ts';
import { onVisible } from '../../data/outbox/wake-ups.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { type Reading, readWrite } from './pending-write.ts';

/** What was sent to the person: as it was last fetched, with what was read here since. */
export function useMessagesList() {
  const resource = account().resource(listMessages, {});
  const state = useObservable(resource.state);
  const rows = useObservable(account().outbox.rows);
  useEffect(() => onVisible(() => void resource.refresh()), [resource]);
  const read = readHere(rows);
  const messages = state.value?.messages.map((message) =>
    read.has(message.id) ? { ...message, is_read: true } : message,
  );
  return { ...state, messages, refresh: resource.refresh };
}

/** The ids of the messages that were read here, of what waits and of what was sent in the last day. */
function readHere(rows: readonly OutboxRow[]): ReadonlySet<string> {
  const own = rows.filter(({ kind, state }) => kind === readWrite.kind && state !== 'refused');
  return new Set(own.flatMap(({ payload }) => (payload as Reading).messages));
}

export const unreadIn = (messages: readonly Message[] = []): string[] =>
  messages.flatMap(({ id, is_read }) => (is_read ? [] : [id]));
