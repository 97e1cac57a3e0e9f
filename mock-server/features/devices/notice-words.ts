import type { MailLanguage } from '../../../contract/mails.ts';
import type { MailWords } from '../organizations/facade.ts';

/** The mail about a new device. */
export const noticeWords: MailWords = {
  en: {
    subject: 'A new device in your app catalog of {organization}',
    text: `Hello {first_name},

the device “{device}” was signed in to the app catalog of {organization} with your account on {date} at {time} (UTC).

If this was you, there is nothing to do. If not, remove the device under “Devices” on your account’s page, change your password, and tell your support{support}.

{link}
`,
  },
  de: {
    subject: 'Ein neues Gerät in deinem App-Katalog von {organization}',
    text: `Hallo {first_name},

das Gerät „{device}“ wurde am {date} um {time} Uhr (UTC) mit deinem Konto im App-Katalog von {organization} angemeldet.

Wenn du das warst, ist nichts zu tun. Wenn nicht, entferne das Gerät unter „Geräte“ auf der Seite deines Kontos, ändere dein Passwort und sag deinem Support Bescheid{support}.

{link}
`,
  },
};

/** Used in place of a name for a device that reports neither name nor model. */
export const nameless: Readonly<Record<MailLanguage, string>> = { en: 'without a name', de: 'ohne Namen' };
