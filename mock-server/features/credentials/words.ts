import type { MailWords } from '../organizations/facade.ts';

/** The certificate of signing credentials ends soon. */
export const certificateWords: MailWords = {
  en: {
    subject: 'The signing certificate “{description}” expires on {date}',
    text: `Hello {first_name},

the certificate “{description}” ({identity}), with which {organization} signs its apps, expires on {date}. After that nothing can be signed with it.

Store a new one in time, and sign the next versions with it.

{link}
`,
  },
  de: {
    subject: 'Das Zertifikat „{description}“ läuft am {date} ab',
    text: `Hallo {first_name},

das Zertifikat „{description}“ ({identity}), mit dem {organization} Apps signiert, läuft am {date} ab. Danach lässt sich damit nichts mehr signieren.

Hinterlege rechtzeitig ein neues und signiere die nächsten Versionen damit.

{link}
`,
  },
};

/** A provisioning profile of signing credentials ends soon. */
export const profileWords: MailWords = {
  en: {
    subject: 'The provisioning profile “{profile}” expires on {date}',
    text: `Hello {first_name},

the provisioning profile “{profile}” of the signing credentials “{description}”, with which {organization} signs its apps, expires on {date}. After that devices no longer open the apps that were signed with it.

Store the credentials anew with a new profile in time, and sign these apps again.

{link}
`,
  },
  de: {
    subject: 'Das Bereitstellungsprofil „{profile}“ läuft am {date} ab',
    text: `Hallo {first_name},

das Bereitstellungsprofil „{profile}“ der Signaturdaten „{description}“, mit denen {organization} Apps signiert, läuft am {date} ab. Danach öffnen Geräte die Apps nicht mehr, die damit signiert wurden.

Hinterlege die Signaturdaten rechtzeitig mit einem neuen Profil und signiere diese Apps neu.

{link}
`,
  },
};
