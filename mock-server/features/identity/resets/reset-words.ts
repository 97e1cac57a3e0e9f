import type { MailWords } from '../../organizations/facade.ts';

/** The mail with the link for a new password. */
export const resetWords: MailWords = {
  en: {
    subject: 'A new password for the app catalog of {organization}',
    text: `Hello {first_name},

Someone asked for a new password for your account “{user_id}” in the app catalog of {organization}. If it was you, choose one here:

{link}

The link works once, within {minutes} min.

If it wasn’t you, you don’t need to do anything: your password stays the same.
`,
  },
  de: {
    subject: 'Neues Passwort für den App-Katalog von {organization}',
    text: `Hallo {first_name},

für dein Konto „{user_id}“ im App-Katalog von {organization} wurde ein neues Passwort angefordert. Wenn du das warst, wähle es hier:

{link}

Der Link funktioniert einmal, innerhalb von {minutes} min.

Wenn du das nicht warst, musst du nichts tun: Dein Passwort bleibt unverändert.
`,
  },
};
