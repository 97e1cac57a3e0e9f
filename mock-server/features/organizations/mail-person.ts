import type { Language } from '../../../contract/common/languages.ts';
import { fill, fillTemplate, type Template, type Values } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { getMailSender, getPublicBaseUrl } from './mail-sender.ts';
import { findOrganization, readSettings } from './settings.ts';

/** The words of a mail. */
export interface MailWords<Name extends string> {
  subject: Template<Name>;
  text: Template<Name>;
}

/** Values that every mail has. */
type Common = 'first_name' | 'organization' | 'support' | 'link';

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
export async function mailPerson<Name extends string>(
  { config, mail, database: { db } }: Platform,
  orgId: string,
  { first_name, last_name, email }: Addressee,
  getWords: (language: Language) => MailWords<Name>,
  values: Values<Exclude<Name, Common>> & { readonly link?: string },
): Promise<void> {
  const settings = await readSettings(db, orgId);
  const { subject, text }: MailWords<string> = getWords(settings.mail_language);
  const all: Values = {
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
