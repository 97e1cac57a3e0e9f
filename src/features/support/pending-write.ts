import { type SupportReport, sendSupportReport } from '../../../contract/support.ts';
import { pendingWrite } from '../../data/outbox/pending-write.ts';

/** Sends a report to the organization's support. */
export const supportReportWrite = pendingWrite<SupportReport>()({
  kind: 'support.report',
  operation: sendSupportReport,
  subject: ({ reference }) => `support:${reference}`,
  request: (report) => ({ body: report }),
  about: ({ application, text }) => ({
    what: 'support',
    application: application ?? null,
    ...(text && { text: { title: '', comment: text } }),
  }),
});
