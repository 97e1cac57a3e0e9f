import { deferApplication } from '../../../contract/support.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';

/** Tells the service that the person continues for a day without a mandatory application. */
export const deferralWrite = declarePendingWrite<{ application: string }>()({
  kind: 'deferral.make',
  operation: deferApplication,
  getSubject: ({ application }) => `deferral:${application}`,
  buildRequest: ({ application }) => ({ body: { application } }),
  describe: ({ application }) => ({ topic: 'deferral', application }),
});
