import type { MailLanguage } from '../../../contract/mails.ts';
import type { MailWords } from '../organizations/facade.ts';

/** The mail about a new device. */
export const noticeWords: MailWords = {
  en: {
    subject: 'New device in the app catalog of {organization}',
    text: `Hello {first_name},

the device “{device}” was signed in to the app catalog of {organization} with your account on {date} at {time} (UTC).

If this was you, you don’t need to do anything. If not, remove the device under “Where you’re signed in” in your account, change your password, and contact support{support}.

{link}
`,
  },
  de: {
    subject: 'Neues Gerät im App-Katalog von {organization}',
    text: `Hallo {first_name},

das Gerät „{device}“ wurde am {date} um {time} Uhr (UTC) mit deinem Konto im App-Katalog von {organization} angemeldet.

Wenn du das warst, musst du nichts tun. Wenn nicht, entferne das Gerät in deinem Konto unter „Wo du angemeldet bist“, ändere dein Passwort und wende dich an den Support{support}.

{link}
`,
  },
};

/** Used in place of a name for a device that reports neither name nor model. */
export const nameless: Readonly<Record<MailLanguage, string>> = { en: 'without a name', de: 'ohne Namen' };
