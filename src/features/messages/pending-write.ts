import { readMessages } from '../../../contract/messages.ts';
import { pendingWrite } from '../../data/outbox/pending-write.ts';

/** Messages that the person has read. */
export interface Reading {
  messages: readonly string[];
}

export const readWrite = pendingWrite<Reading>()({
  kind: 'messages.read',
  operation: readMessages,
  subject: () => 'messages',
  merge: (earlier, later) => ({ messages: [...new Set([...earlier.messages, ...later.messages])] }),
  request: ({ messages }) => ({ body: { messages: [...messages] } }),
  about: () => ({ what: 'read', application: null }),
});
