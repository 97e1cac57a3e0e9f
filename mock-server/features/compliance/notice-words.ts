import type { MailWords } from '../organizations/facade.ts';

/** The mail to a person who lacks mandatory applications, before their account is disabled. */
export const noticeWords: MailWords = {
  en: {
    subject: 'Required apps are missing on your devices',
    text: `Hello {first_name},

{organization} requires apps that none of your devices has: {apps}.

Install them from the app catalog before {date} at {time} (UTC). After that your account is disabled, and the catalog shows you only these apps until one of your devices has them.

{link}

Do you need help? Ask your support{support}.
`,
  },
  de: {
    subject: 'Auf deinen Geräten fehlen Pflicht-Apps',
    text: `Hallo {first_name},

{organization} verlangt Apps, die keines deiner Geräte hat: {apps}.

Installiere sie aus dem App-Katalog bis zum {date} um {time} Uhr (UTC). Danach ist dein Konto gesperrt, und der Katalog zeigt dir nur diese Apps, bis eines deiner Geräte sie hat.

{link}

Brauchst du Hilfe? Frag deinen Support{support}.
`,
  },
};
