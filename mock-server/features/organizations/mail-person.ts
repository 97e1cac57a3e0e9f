import type { MailLanguage } from '../../../contract/mails.ts';
import { fill, fillTemplate } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { getMailSender, getPublicBaseUrl } from './mail-sender.ts';
import { findOrganization, readSettings } from './settings.ts';

/** A mail in each language that an organization may choose; `{name}` in it stands for a value. */
export type MailWords = Readonly<Record<MailLanguage, { subject: string; text: string }>>;

/** To whom a mail goes. */
interface Addressee {
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * Mails a person of an organization in its name and language. Every text may use `{first_name}`, `{organization}`,
 * `{support}` and `{link}` (the catalog); `values` has further ones, and may replace `link`.
 */
export async function mailPerson(
  { config, mail, database: { db } }: Platform,
  orgId: string,
  { first_name, last_name, email }: Addressee,
  words: MailWords,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = await readSettings(db, orgId);
  const { subject, text } = words[settings.mail_language];
  const all = {
    first_name,
    organization: (await findOrganization(db, orgId)).name,
    support: settings.support_email && `: ${settings.support_email}`,
    link: getPublicBaseUrl(config),
    ...values,
  };
  await mail.send({
    ...getMailSender(settings, config),
    to: { name: `${first_name} ${last_name}`.trim(), address: email },
    subject: fill(subject, all),
    ...fillTemplate(text, all),
  });
}
