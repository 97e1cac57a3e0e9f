import { type Static, Type } from 'typebox';
import type { Language } from '../../../contract/common/languages.ts';
import type { WeeklyMail } from '../../../contract/mails.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { retryWhileAway } from '../../platform/database/postgres/retry-while-away.ts';
import { PermanentFailure } from '../../platform/jobs/kind.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { fill, fillTemplate, type Values } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import {
  findOrganization,
  getMailSender,
  getPublicBaseUrl,
  type MailWords,
  readSettings,
} from '../organizations/facade.ts';
import { findUser, type UserRow } from '../users/facade.ts';
import { Due } from './due.ts';
import { buildUnsubscribeLink } from './link.ts';
import { messages } from './messages.ts';
import * as store from './store.ts';
import { Summary } from './summary.ts';

const Content = Type.Union([
  Type.Object({ kind: Type.Literal('summary'), summary: Summary }),
  Type.Object({ kind: Type.Literal('deadlines'), due: Due }),
]);
/** The content of a weekly mail. */
export type Content = Static<typeof Content>;

export const weeklyMailJob = {
  name: 'weekly_mail',
  payload: Type.Object({
    week: Type.Object({ start: Type.String(), end: Type.String() }),
    user: Type.String(),
    content: Content,
  }),
} as const;
type Payload = Static<typeof weeklyMailJob.payload>;

/**
 * Sends one mail, never twice: it is noted as being sent before the mail server is contacted. A mail whose sending was
 * interrupted after that may have arrived, so it is not sent again. A mail that the mail server did not accept waits
 * for the next attempt.
 */
export async function sendWeeklyMail(platform: Platform, orgId: string, payload: Payload): Promise<void> {
  const { db } = platform.database;
  const key = { org_id: orgId, week: payload.week.end, kind: payload.content.kind, user: payload.user };
  const mail = await composeMail(platform, orgId, payload);
  if (mail === null || !(await store.moveMail(db, key, 'waiting', 'sending'))) return;
  const setState = (state: 'refused' | 'waiting' | 'sent') =>
    retryWhileAway(() => store.moveMail(db, key, 'sending', state));
  try {
    await platform.mail.send(mail);
  } catch (error) {
    await setState(error instanceof PermanentFailure ? 'refused' : 'waiting');
    throw error;
  }
  await setState('sent');
}

const isWanted = (settings: OrganizationSettings, kind: WeeklyMail): boolean =>
  kind === 'summary' ? settings.weekly_summary_mails : settings.weekly_deadline_mails;

/** The mail; null where nobody wants it any more. */
async function composeMail(platform: Platform, orgId: string, payload: Payload): Promise<Mail | null> {
  const { config, database } = platform;
  const { kind } = payload.content;
  const user = await findUser(database.db, orgId, payload.user);
  const settings = await readSettings(database.db, orgId);
  if (user === undefined || user.email === null || user.disabled === 1 || !isWanted(settings, kind))
    return null;
  const subscription = { orgId, userId: user.id, kind };
  if (await store.isUnsubscribed(database.db, subscription)) return null;
  const { name: organization } = await findOrganization(database.db, orgId);
  const unsubscribe = buildUnsubscribeLink(platform, subscription);
  const { subject, text, values } = getWords(payload, settings.mail_language);
  const all = {
    ...values,
    first_name: user.first_name,
    organization,
    link: getPublicBaseUrl(config),
    unsubscribe,
  };
  return {
    ...getMailSender(settings, config),
    to: { name: getName(user), address: user.email },
    subject: fill(subject, all),
    ...fillTemplate(text, all),
    unsubscribe,
  };
}

const getName = ({ first_name, last_name }: UserRow) => `${first_name} ${last_name}`.trim();

/** The words of a mail, and the values of what happened; those of the person are added by `composeMail`. */
function getWords({ week, content }: Payload, language: Language): MailWords<string> & { values: Values } {
  const words = messages[language];
  if (content.kind === 'summary') {
    const counts = Object.entries(content.summary).map(([name, count]) => [name, String(count)]);
    const days = {
      from: week.start.slice(0, 10),
      to: new Date(Date.parse(week.end) - 1).toISOString().slice(0, 10),
    };
    return { ...words.summary, values: { ...Object.fromEntries(counts), ...days } };
  }
  const moment = getNow();
  const lines = content.due.map(({ application, by }) =>
    fill(by <= moment ? words.overdue : words.due, {
      application,
      date: `${by.slice(0, 10)}, ${by.slice(11, 16)} (UTC)`,
    }),
  );
  return { ...words.deadlines, values: { apps: lines.join('\n') } };
}
