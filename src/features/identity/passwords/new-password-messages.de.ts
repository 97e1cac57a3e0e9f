import { pluralsOf } from '../../../ui/i18n/plural.ts';
import type { en } from './new-password-messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  expired: 'Du brauchst ein neues Passwort.',
  expiredHelp: 'Wähle eines, das nur du kennst, dann bist du angemeldet.',
  field: 'Neues Passwort',
  missing: 'Gib ein neues Passwort ein.',
  same: 'Das ist das alte. Wähle ein anderes.',
  rules: {
    spaces: () => 'Ein Passwort enthält keine Leerzeichen.',
    length: (n) => `Es braucht mindestens ${n} Zeichen.`,
    lowercase: (n) =>
      count(n, { one: 'Es braucht # Kleinbuchstaben.', other: 'Es braucht # Kleinbuchstaben.' }),
    uppercase: (n) =>
      count(n, { one: 'Es braucht # Großbuchstaben.', other: 'Es braucht # Großbuchstaben.' }),
    digits: (n) => count(n, { one: 'Es braucht # Ziffer.', other: 'Es braucht # Ziffern.' }),
    symbols: (n) =>
      count(n, { one: 'Es braucht # Zeichen wie ! oder %.', other: 'Es braucht # Zeichen wie ! oder %.' }),
    common: () => 'Das ist eines der häufigsten Passwörter, die als erste geraten werden. Wähle ein anderes.',
    context: () =>
      'Es besteht aus Namen, die andere kennen: deinem, dem deiner Organisation oder des Dienstes. Nimm andere Wörter dazu.',
    breached: () =>
      'Dieses Passwort ist aus einem Einbruch bei einem anderen Dienst bekannt. Wähle ein anderes.',
    history: (n) =>
      count(n, {
        one: 'Das war dein letztes. Wähle ein anderes.',
        other: 'Das war eines deiner letzten #. Wähle ein anderes.',
      }),
  },
  save: 'Ändern und anmelden',
  refused: 'Die Regeln deiner Organisation lassen dieses Passwort nicht zu.',
};
