import { useEffect } from 'react';
import { listMessages, type Message } from '../../../contract/messages.ts';
import { account } from '../../data/current.ts';
import { onVisible } from '../../data/outbox/wake-ups.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { withRead } from './read-here.ts';

/** The messages as last fetched, with those marked that were read here since. */
export function useMessagesList() {
  const resource = account().resource(listMessages, {});
  const state = useObservable(resource.state);
  const rows = useObservable(account().outbox.rows);
  useEffect(() => onVisible(() => void resource.refresh()), [resource]);
  const messages = state.value === null ? undefined : withRead(state.value.messages, rows);
  return { ...state, messages, refresh: resource.refresh };
}

export const unreadIn = (messages: readonly Message[] = []): string[] =>
  messages.flatMap(({ id, is_read }) => (is_read ? [] : [id]));
