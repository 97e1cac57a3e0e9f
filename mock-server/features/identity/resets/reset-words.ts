import type { MailWords } from '../../organizations/facade.ts';

/** The mail with the link by which somebody chooses another password. */
export const resetWords: MailWords = {
  en: {
    subject: 'Another password for the app catalog of {organization}',
    text: `Hello {first_name},

somebody asked to choose another password for your account “{user_id}” in the app catalog of {organization}. If it was you, open this link; it works once, for {minutes} minutes:

{link}

If it was not you, there is nothing to do: your password stays as it is.
`,
  },
  de: {
    subject: 'Ein anderes Passwort für den App-Katalog von {organization}',
    text: `Hallo {first_name},

jemand möchte ein anderes Passwort für dein Konto „{user_id}“ im App-Katalog von {organization} wählen. Wenn du das bist, öffne diesen Link; er gilt einmal und {minutes} Minuten lang:

{link}

Wenn du das nicht bist, ist nichts zu tun: Dein Passwort bleibt, wie es ist.
`,
  },
};
