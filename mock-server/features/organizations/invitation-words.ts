import type { MailLanguage } from '../../../contract/mails.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';

type InvitationWords = Pick<
  OrganizationSettings,
  | 'invite_template_for_user'
  | 'invite_subject_for_user'
  | 'invite_template_for_affiliated'
  | 'invite_subject_for_affiliated'
>;

const templates: Readonly<Record<MailLanguage, string>> = {
  en: 'Hello {first_name},\n\n{organization} has an app catalog for you. Open {link} on your phone or tablet to begin.\n\nYour user ID is {user_id}.\n',
  de: 'Hallo {first_name},\n\n{organization} hat einen App-Katalog für dich. Öffne {link} auf deinem Telefon oder Tablet, um zu beginnen.\n\nDeine Benutzer-ID ist {user_id}.\n',
};

const subjects: Readonly<Record<MailLanguage, (name: string) => string>> = {
  en: (name) => `Your app catalog of ${name}`,
  de: (name) => `Dein App-Katalog von ${name}`,
};

/** The invitation of an organization that has chosen no words of its own. */
export function getDefaultInvitation(name: string, language: MailLanguage): InvitationWords {
  const [template, subject] = [templates[language], subjects[language](name)];
  return {
    invite_template_for_user: template,
    invite_subject_for_user: subject,
    invite_template_for_affiliated: template,
    invite_subject_for_affiliated: subject,
  };
}

const languages = Object.keys(templates) as MailLanguage[];

/** The words of an invitation that somebody chose: those that are not the default of any language. */
export function pickChosenInvitation(
  name: string,
  stored: Partial<InvitationWords>,
): Partial<InvitationWords> {
  const fields = Object.keys(getDefaultInvitation(name, 'en'));
  const defaults = new Set(
    languages.flatMap((language) => Object.values(getDefaultInvitation(name, language))),
  );
  const isChosen = ([field, text]: [string, string]) => fields.includes(field) && !defaults.has(text);
  return Object.fromEntries(Object.entries(stored).filter(isChosen));
}
