import { type Language, languages } from '../../../contract/common/languages.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { fill } from '../../platform/mail/templates.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };

type InvitationWords = Pick<
  OrganizationSettings,
  | 'invite_template_for_user'
  | 'invite_subject_for_user'
  | 'invite_template_for_affiliated'
  | 'invite_subject_for_affiliated'
>;

const messages: Readonly<Record<Language, typeof en>> = { en, de };

/** The invitation of an organization that has chosen no words of its own. */
export function getDefaultInvitation(name: string, language: Language): InvitationWords {
  const { subject: title, text: template } = messages[language].invitation;
  const subject = fill(title, { organization: name });
  return {
    invite_template_for_user: template,
    invite_subject_for_user: subject,
    invite_template_for_affiliated: template,
    invite_subject_for_affiliated: subject,
  };
}

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
