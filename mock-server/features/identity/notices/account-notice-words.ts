import type { MailLanguage } from '../../../../contract/mails.ts';
import type { How } from './account-notices.ts';

interface Words {
  subject: string;
  text: string;
  /** What happened. */
  how: Record<How, string>;
}

/** What a person is told of a change of their account. */
export const accountNoticeWords: Record<MailLanguage, Words> = {
  en: {
    subject: 'Your account in the app catalog of {organization}',
    text: `Hello {first_name},

{how}

Account: {user_id}
When: {date}, {time} (UTC)
From: {address}

If you expected this, there is nothing to do. If not, choose another password, look under “Signed in” on your account’s page for what is not yours, and tell your support at once{support}.

{link}
`,
    how: {
      password_by_themself: 'the password of your account was changed.',
      password_by_manager:
        'the password of your account was changed by somebody who manages users in your organization.',
      password_by_invitation: 'a password for your account was chosen by the link of an invitation.',
      password_by_reset:
        'another password for your account was chosen by the link that was mailed to this address.',
      email: 'the e-mail address of your account was changed. This is the last mail to the earlier one.',
      token_by_themself: 'an API token was made in your account. Whoever has it may do what you may.',
      token_by_administrator:
        'an administrator made an API token for your account. Whoever has it may do what you may.',
    },
  },
  de: {
    subject: 'Dein Konto im App-Katalog von {organization}',
    text: `Hallo {first_name},

{how}

Konto: {user_id}
Wann: {date}, {time} (UTC)
Von: {address}

Wenn du das erwartet hast, ist nichts zu tun. Wenn nicht, wähle ein anderes Passwort, sieh auf der Seite deines Kontos unter „Angemeldet“ nach, was nicht von dir ist, und sag sofort deinem Support Bescheid{support}.

{link}
`,
    how: {
      password_by_themself: 'das Passwort deines Kontos wurde geändert.',
      password_by_manager:
        'das Passwort deines Kontos wurde von jemandem geändert, der in deiner Organisation Benutzer verwaltet.',
      password_by_invitation: 'über den Link einer Einladung wurde ein Passwort für dein Konto gewählt.',
      password_by_reset:
        'über den Link, der an diese Adresse ging, wurde ein anderes Passwort für dein Konto gewählt.',
      email:
        'die E-Mail-Adresse deines Kontos wurde geändert. Das ist die letzte Mail an die bisherige Adresse.',
      token_by_themself:
        'in deinem Konto wurde ein API-Schlüssel erstellt. Wer ihn hat, darf, was du darfst.',
      token_by_administrator:
        'für dein Konto wurde von der Administration ein API-Schlüssel erstellt. Wer ihn hat, darf, was du darfst.',
    },
  },
};
