import { readMessages } from '../../../contract/messages.ts';
import { declarePendingWrite } from '../../data/outbox/pending-write.ts';

/** Messages that the person has read. */
export interface Reading {
  messages: readonly string[];
}

export const readWrite = declarePendingWrite<Reading>()({
  kind: 'messages.read',
  operation: readMessages,
  getSubject: () => 'messages',
  merge: (earlier, later) => ({ messages: [...new Set([...earlier.messages, ...later.messages])] }),
  buildRequest: ({ messages }) => ({ body: { messages: [...messages] } }),
  describe: () => ({ topic: 'read', application: null }),
});
