import type { MailWords } from '../organizations/facade.ts';

/** The mail to a person who lacks mandatory applications, before their account is disabled. */
export const noticeWords: MailWords = {
  en: {
    subject: 'Action needed: install what {organization} requires',
    text: `Hello {first_name},

Required by {organization}, but not on any of your devices yet: {apps}.

Install what’s missing from the app catalog by {date}, {time} (UTC). Otherwise your account will be disabled, and you’ll see nothing else in the catalog until one of your devices has everything that’s required.

{link}

Need help? Contact support{support}.
`,
  },
  de: {
    subject: 'Bitte installieren: Pflicht bei {organization}',
    text: `Hallo {first_name},

bei {organization} Pflicht, aber noch auf keinem deiner Geräte: {apps}.

Installiere bis {date}, {time} Uhr (UTC) aus dem App-Katalog, was fehlt. Sonst wird dein Konto deaktiviert, und du siehst im Katalog nichts anderes mehr, bis eines deiner Geräte alles hat, was Pflicht ist.

{link}

Brauchst du Hilfe? Wende dich an den Support{support}.
`,
  },
};
