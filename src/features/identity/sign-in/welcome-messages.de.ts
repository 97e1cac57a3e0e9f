import { pluralsOf } from '../../../ui/i18n/plural.ts';
import type { en } from './welcome-messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  title: (name) => `Willkommen, ${name}`,
  why: (organization) => `${organization} hat einen App-Katalog für dich. Wähle ein Passwort, um loszulegen.`,
  userId: 'Deine Benutzer-ID',
  choose: 'Wählen und anmelden',
  notGood: 'Deine Einladung',
  over: 'Diese Einladung wurde schon benutzt, ist zu alt oder wurde durch eine neuere ersetzt. Bitte deine Organisation um eine neue, oder melde dich mit deinem Passwort an.',
  reset: {
    title: (name) => `Hallo, ${name}`,
    why: (organization) =>
      `Wähle ein anderes Passwort für den App-Katalog von ${organization}. Überall sonst wirst du abgemeldet.`,
    notGood: 'Dein Link',
    over: 'Dieser Link wurde schon benutzt, ist zu alt oder wurde durch einen neueren ersetzt. Bitte auf der Anmeldeseite um einen neuen.',
  },
  signIn: 'Anmelden',
  again: 'Noch einmal versuchen',
  needs: (list) => `Mindestens ${list}`,
  kinds: {
    length: (n) => count(n, { one: '# Zeichen', other: '# Zeichen' }),
    lowercase: (n) => count(n, { one: '# Kleinbuchstabe', other: '# Kleinbuchstaben' }),
    uppercase: (n) => count(n, { one: '# Großbuchstabe', other: '# Großbuchstaben' }),
    digits: (n) => count(n, { one: '# Ziffer', other: '# Ziffern' }),
    symbols: (n) => count(n, { one: '# Sonderzeichen wie ! oder %', other: '# Sonderzeichen wie ! oder %' }),
  },
};
