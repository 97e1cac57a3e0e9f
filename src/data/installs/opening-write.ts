import { reportOpenings } from '../../../contract/downloads.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';

/**
 * Tells the service that the person opened the address of a web application, or its page in a store, which the service
 * does not see itself.
 */
export const openingWrite = declarePendingWrite<{ application: string }>()({
  kind: 'opening.report',
  operation: reportOpenings,
  getSubject: ({ application }) => `opening:${application}`,
  buildRequest: ({ application }) => ({ body: { openings: [{ application, times: 1 }] } }),
  describe: ({ application }) => ({ topic: 'opened', application }),
});
