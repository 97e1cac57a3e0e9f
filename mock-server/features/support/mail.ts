import { type Static, Type } from 'typebox';
import type { Language } from '../../../contract/common/languages.ts';
import type { Platform } from '../../platform/services.ts';
import { mailPerson, readSettings } from '../organizations/facade.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import * as store from './store.ts';

const messages: Readonly<Record<Language, typeof en>> = { en, de };

export const mailReportJob = {
  name: 'support_report_mail',
  // `user` is the administrator whom it is for; absent until it is known who gets the report.
  payload: Type.Object({ report: Type.String(), user: Type.Optional(Type.String()) }),
} as const;

/**
 * Mails a report to the address of the organization's support; where there is none, to its administrators, each by a job
 * of its own: an address that no server takes any more keeps the report from nobody else, and nobody gets it twice.
 */
export async function sendReport(
  platform: Platform,
  orgId: string,
  { report: id, user }: Static<typeof mailReportJob.payload>,
): Promise<void> {
  const { database, jobs } = platform;
  const report = await store.findReportById(database.db, orgId, id);
  if (report === undefined) return;
  if (user !== undefined) return sendToAdministrator(platform, report, user);
  const { support_email: email } = await readSettings(database.db, orgId);
  if (email !== '') {
    return mailPerson(
      platform,
      orgId,
      { first_name: 'Support', last_name: '', email },
      getWords,
      toValues(report),
    );
  }
  await database.transaction(async (tx) => {
    for (const administrator of await store.listAdministrators(tx, orgId))
      await jobs.enqueue(tx, orgId, mailReportJob, { report: id, user: administrator.id });
  });
  jobs.wake();
}

const getWords = (language: Language) => messages[language].report;

async function sendToAdministrator(
  platform: Platform,
  report: store.ListedReport,
  id: string,
): Promise<void> {
  const administrators = await store.listAdministrators(platform.database.db, report.org_id);
  const found = administrators.find((administrator) => administrator.id === id);
  if (found === undefined || found.email === null) return;
  await mailPerson(platform, report.org_id, { ...found, email: found.email }, getWords, toValues(report));
}

const unknownValue = '–';

const toValues = (report: store.ListedReport) => ({
  person: `${report.first_name} ${report.last_name}`.trim(),
  user_id: report.user_id,
  application: report.app_name ?? unknownValue,
  version: report.version ?? '',
  symptom: report.symptom ?? unknownValue,
  text: report.text ?? unknownValue,
  system: report.system ?? unknownValue,
  browser: report.browser ?? unknownValue,
  catalog: report.catalog_version ?? unknownValue,
  created: report.created.slice(0, 16).replace('T', ' '),
  reference: report.reference,
});
