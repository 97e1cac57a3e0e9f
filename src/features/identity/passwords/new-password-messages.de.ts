import { createPlurals } from '../../../ui/i18n/plural.ts';
import type { en } from './new-password-messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  expired: 'Du brauchst ein neues Passwort.',
  expiredHelp: 'Wähle eines, das nur du kennst.',
  field: 'Neues Passwort',
  missing: 'Gib ein neues Passwort ein.',
  same: 'Das ist dein aktuelles Passwort. Wähle ein anderes.',
  rules: {
    spaces: () => 'Passwörter dürfen keine Leerzeichen enthalten.',
    length: (n) => `Verwende mindestens ${n} Zeichen.`,
    lowercase: (n) =>
      count(n, {
        one: 'Verwende mindestens # Kleinbuchstaben.',
        other: 'Verwende mindestens # Kleinbuchstaben.',
      }),
    uppercase: (n) =>
      count(n, {
        one: 'Verwende mindestens # Großbuchstaben.',
        other: 'Verwende mindestens # Großbuchstaben.',
      }),
    digits: (n) =>
      count(n, { one: 'Verwende mindestens # Ziffer.', other: 'Verwende mindestens # Ziffern.' }),
    symbols: (n) =>
      count(n, {
        one: 'Verwende mindestens # Zeichen wie ! oder %.',
        other: 'Verwende mindestens # Zeichen wie ! oder %.',
      }),
    common: () => 'Dieses Passwort ist zu häufig und leicht zu erraten. Wähle ein anderes.',
    context: () =>
      'Das Passwort besteht aus deinem Namen oder dem deiner Organisation. Nimm andere Wörter dazu.',
    breached: () => 'Dieses Passwort ist durch ein Datenleck anderswo bekannt geworden. Wähle ein anderes.',
    interval: () => 'Du hast dein Passwort erst vor Kurzem geändert. Versuch es später noch einmal.',
    history: (n) =>
      count(n, {
        one: 'Dieses Passwort hattest du schon. Wähle ein anderes.',
        other: 'Das ist eines deiner letzten # Passwörter. Wähle ein anderes.',
      }),
  },
  save: 'Ändern und anmelden',
  refused: 'Die Regeln deiner Organisation lassen dieses Passwort nicht zu.',
};
