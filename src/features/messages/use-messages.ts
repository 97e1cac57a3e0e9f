import { useEffect } from 'react';
import { listMessages, type Message } from '../../../contract/messages.ts';
import { watchVisibility } from '../../data/outbox/wake-ups.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { markRead } from './read-here.ts';

/** The messages as last fetched, with those marked that were read here since. */
export function useMessagesList() {
  const account = useAccount();
  const resource = account.openResource(listMessages, {});
  const state = useObservable(resource.state);
  const rows = useObservable(account.outbox.rows);
  useEffect(() => watchVisibility(() => void resource.refresh()), [resource]);
  const messages = state.value === null ? undefined : markRead(state.value.messages, rows);
  return { ...state, messages, refresh: resource.refresh };
}

export const listUnread = (messages: readonly Message[] = []): string[] =>
  messages.flatMap(({ id, is_read }) => (is_read ? [] : [id]));
