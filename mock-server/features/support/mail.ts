import { Type } from 'typebox';
import type { Platform } from '../../platform/services.ts';
import { type MailWords, mailPerson, readSettings } from '../organizations/facade.ts';
import * as store from './store.ts';

export const mailReportJob = {
  name: 'support_report_mail',
  payload: Type.Object({ report: Type.String() }),
} as const;

const words: MailWords = {
  en: {
    subject: 'Support request {reference}: {application}',
    text: `{person} ({user_id}) asks for help.

App: {application} {version}
What they see: {symptom}
Message: {text}

System: {system}
Browser: {browser}
Catalog: {catalog}
Sent: {created} (UTC)
Reference: {reference}

{link}
`,
  },
  de: {
    subject: 'Support-Anfrage {reference}: {application}',
    text: `{person} ({user_id}) bittet um Hilfe.

App: {application} {version}
Zu sehen ist: {symptom}
Nachricht: {text}

System: {system}
Browser: {browser}
Katalog: {catalog}
Gesendet: {created} (UTC)
Referenz: {reference}

{link}
`,
  },
};

/** Mails a report to the address of the organization's support; where there is none, to its administrators. */
export async function mailReport(platform: Platform, orgId: string, id: string): Promise<void> {
  const { db } = platform.database;
  const report = await store.reportById(db, orgId, id);
  if (report === undefined) return;
  const values = valuesOf(report);
  const { support_email: email } = await readSettings(db, orgId);
  const addressees =
    email === '' ? await store.administrators(db, orgId) : [{ first_name: 'Support', last_name: '', email }];
  for (const { first_name, last_name, email: address } of addressees) {
    if (address === null) continue;
    await mailPerson(platform, orgId, { first_name, last_name, email: address }, words, values);
  }
}

const unknown = '–';

const valuesOf = (report: store.ListedReport): Record<string, string> => ({
  person: `${report.first_name} ${report.last_name}`.trim(),
  user_id: report.user_id,
  application: report.app_name ?? unknown,
  version: report.version ?? '',
  symptom: report.symptom ?? unknown,
  text: report.text ?? unknown,
  system: report.system ?? unknown,
  browser: report.browser ?? unknown,
  catalog: report.catalog_version ?? unknown,
  created: report.created.slice(0, 16).replace('T', ' '),
  reference: report.reference,
});
