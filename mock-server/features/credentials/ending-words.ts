import type { MailWords } from '../organizations/facade.ts';

/** The mail to administrators about credentials that expire soon. */
export const endingWords: MailWords = {
  en: {
    subject: 'The signing certificate “{description}” expires on {date}',
    text: `Hello {first_name},

the certificate “{description}” ({identity}), with which {organization} signs its apps, expires on {date}. After that nothing can be signed with it.

Store a new one in time, and sign the next versions with it.

{link}
`,
  },
  de: {
    subject: 'Das Signaturzertifikat „{description}“ läuft am {date} ab',
    text: `Hallo {first_name},

das Zertifikat „{description}“ ({identity}), mit dem {organization} Apps signiert, läuft am {date} ab. Danach lässt sich damit nichts mehr signieren.

Hinterlege rechtzeitig ein neues und signiere die nächsten Versionen damit.

{link}
`,
  },
};
