import { deferApplication } from '../../../contract/support.ts';
import { pendingWrite } from '../outbox/pending-write.ts';

/** Tells the service that the person continues for a day without a mandatory application. */
export const deferralWrite = pendingWrite<{ application: string }>()({
  kind: 'deferral.make',
  operation: deferApplication,
  subject: ({ application }) => `deferral:${application}`,
  request: ({ application }) => ({ body: { application } }),
  about: ({ application }) => ({ what: 'deferral', application }),
});
