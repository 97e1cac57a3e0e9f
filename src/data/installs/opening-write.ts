import { reportOpenings } from '../../../contract/downloads.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';

/** Reports that the person opened a web app's address or a store page; the service can't see that. */
export const openingWrite = declarePendingWrite<{ application: string }>()({
  kind: 'opening.report',
  operation: reportOpenings,
  getSubject: ({ application }) => `opening:${application}`,
  buildRequest: ({ application }) => ({ body: { openings: [{ application, times: 1 }] } }),
  describe: ({ application }) => ({ topic: 'opened', application }),
});
