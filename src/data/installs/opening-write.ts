import { type Opening, reportOpenings } from '../../../contract/downloads.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';

/**
 * Tells the service that the person opened the address of a web application, or its page in a store, which the service
 * does not see itself. `times`: an earlier version of the catalog reported several at once.
 */
export const openingWrite = declarePendingWrite<Opening & { application: string }>()({
  kind: 'opening.report',
  operation: reportOpenings,
  getSubject: ({ application }) => `opening:${application}`,
  buildRequest: (opening) => ({ body: { openings: [opening] } }),
  describe: ({ application }) => ({ topic: 'opened', application }),
});
