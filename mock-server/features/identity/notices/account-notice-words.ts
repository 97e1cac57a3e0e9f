import type { MailLanguage } from '../../../../contract/mails.ts';
import type { AccountChangeCause } from './account-notices.ts';

interface Words {
  subject: string;
  text: string;
  /** What happened. */
  how: Record<AccountChangeCause, string>;
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

If you expected this, you don’t need to do anything. If not, choose a new password, check under “Where you’re signed in” in your account for anything that isn’t yours, and contact support right away{support}.

{link}
`,
    how: {
      password_by_themself: 'your password was changed.',
      password_by_manager: 'your password was changed by someone who manages users in your organization.',
      password_by_invitation: 'a password for your account was set with the link in an invitation.',
      password_by_reset: 'a new password for your account was set with the link emailed to this address.',
      email: 'the email address of your account was changed. This is the last email to the old address.',
      token_by_themself:
        'an API token was created in your account. Whoever has it can do everything you can.',
      token_by_administrator:
        'an administrator created an API token for your account. Whoever has it can do everything you can.',
    },
  },
  de: {
    subject: 'Dein Konto im App-Katalog von {organization}',
    text: `Hallo {first_name},

{how}

Konto: {user_id}
Wann: {date}, {time} (UTC)
Von: {address}

Wenn du das erwartet hast, musst du nichts tun. Wenn nicht, wähle ein neues Passwort, sieh in deinem Konto unter „Wo du angemeldet bist“ nach, ob etwas nicht von dir ist, und wende dich sofort an den Support{support}.

{link}
`,
    how: {
      password_by_themself: 'dein Passwort wurde geändert.',
      password_by_manager:
        'dein Passwort wurde von jemandem geändert, der in deiner Organisation Benutzer verwaltet.',
      password_by_invitation: 'über den Link einer Einladung wurde ein Passwort für dein Konto gesetzt.',
      password_by_reset:
        'über den Link, der an diese Adresse ging, wurde ein neues Passwort für dein Konto gesetzt.',
      email:
        'die E-Mail-Adresse deines Kontos wurde geändert. Das ist die letzte Mail an die bisherige Adresse.',
      token_by_themself:
        'in deinem Konto wurde ein API-Schlüssel erstellt. Wer ihn hat, kann alles, was du kannst.',
      token_by_administrator:
        'für dein Konto wurde von der Administration ein API-Schlüssel erstellt. Wer ihn hat, kann alles, was du kannst.',
    },
  },
};
