import type { Tables } from '../../mock-server/migrations/tables.ts';

/**
 * Tables that the audit log does not observe, each with the reason: it has no rows with the values before and after a
 * change of them; docs/decisions/0044.
 */
export const unobservedTables: Partial<Record<keyof Tables, string>> = {
  // What the service records for itself while it carries out a change; the changed tables themselves are in the log.
  counters: 'the next numbers of what is made',
  directory: 'what people are found by, made of their names',
  ended_sessions: 'why a session ended; its deletion is in the log',
  catalog_changes: 'which catalogs have changed',
  activity_revisions: 'which catalogs have changed',
  idempotency: 'answers, so that a request counts once',
  write_sequences: 'numbers, so that writes count in their order',
  noncompliance: 'what a job found; whom it disables is in the log',
  attempts: 'failures of the last minutes; each refusal is a row',
  // Jobs of the service, and their parts.
  jobs: 'work that a change left to do; the change is in the log, and what was tried again or given up',
  uploads: 'files that are being sent; their publication is in the log',
  webhook_deliveries: 'messages to servers about changes that are in the log',
  weekly_mails: 'mails that are being sent',
  push_recipients: 'whom a notification is sent to; the notification is in the log',
  push_batches: 'the same',
  messages: 'the same, and whether they have read it',
  // What devices and applications report, each row once: journals and inventories, which nobody edits.
  installed: 'what a device says that it has',
  installed_unknown: 'what a device says that it has',
  inventories: 'what a device says that it has',
  downloads: 'a journal',
  download_counts: 'sums of a journal',
  download_months: 'sums of a journal',
  activity: 'a journal',
  activity_heads: 'where a journal ends',
  activity_days: 'where the days of a journal are',
  policy_events: 'a journal',
  support_reports: 'what people report for support, each row once',
  clock_marks: 'what the clock said',
  secret_keys: 'which keys the service was started with',
  // What people do on their own: a row in activity, or their own list.
  reviews: 'a row in activity says who reviewed',
  terms_responses: 'every answer is a row there',
  push_subscriptions: 'what a person wants to be notified of',
  mail_unsubscriptions: 'what a person wants no mails about',
  deferrals: 'who goes on for a day without a required app, each row once',
  // The log itself, which `audit verify` checks.
  audit: 'the log',
  audit_heads: 'the log',
  audit_pending: 'the log',
};
