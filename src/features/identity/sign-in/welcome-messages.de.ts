import { createPlurals } from '../../../ui/i18n/plural.ts';
import type { en } from './welcome-messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: (name) => `Willkommen, ${name}`,
  why: (organization) => `${organization} hat einen App-Katalog für dich. Wähle ein Passwort, um loszulegen.`,
  userId: 'Deine Benutzer-ID',
  choose: 'Passwort wählen und anmelden',
  notGood: 'Deine Einladung',
  over: 'Diese Einladung ist abgelaufen, wurde schon benutzt oder durch eine neuere ersetzt. Bitte deine Organisation um eine neue oder melde dich mit deinem Passwort an.',
  reset: {
    title: (name) => `Hallo, ${name}`,
    why: (organization) =>
      `Wähle ein neues Passwort für den App-Katalog von ${organization}. Überall sonst wirst du abgemeldet.`,
    notGood: 'Dein Link',
    over: 'Dieser Link ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt. Einen neuen bekommst du auf der Anmeldeseite.',
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
