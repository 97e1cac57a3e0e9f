import { type SupportReport, sendSupportReport } from '../../../contract/support.ts';
import { declarePendingWrite } from '../../data/outbox/pending-write.ts';

/** Sends a report to the organization's support. */
export const supportReportWrite = declarePendingWrite<SupportReport>()({
  kind: 'support.report',
  operation: sendSupportReport,
  getSubject: ({ reference }) => `support:${reference}`,
  buildRequest: (report) => ({ body: report }),
  describe: ({ application, text }) => ({
    topic: 'support',
    application: application ?? null,
    ...(text && { text: { title: '', comment: text } }),
  }),
});
