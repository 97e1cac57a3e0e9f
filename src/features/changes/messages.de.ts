import { createPlurals } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: 'Deine Änderungen',
  allSent: 'Alle Änderungen gesendet',
  waitingLine: (n) =>
    count(n, { one: '# Änderung noch nicht gesendet.', other: '# Änderungen noch nicht gesendet.' }),
  refusedLine: (n) =>
    count(n, { one: '# Änderung wurde nicht angenommen.', other: '# Änderungen wurden nicht angenommen.' }),
  unkeptLine: (n) =>
    count(n, {
      one: '# Änderung konnte auf diesem Gerät nicht gespeichert werden. Lass diese Seite offen, bis sie gesendet ist.',
      other:
        '# Änderungen konnten auf diesem Gerät nicht gespeichert werden. Lass diese Seite offen, bis sie gesendet sind.',
    }),
  badge: (n) => count(n, { one: '# Änderung nicht gesendet', other: '# Änderungen nicht gesendet' }),
  refused: 'Nicht angenommen',
  waiting: 'Wartet',
  none: 'Alle Änderungen gesendet',
  noneWhy:
    'Was du offline machst, steht hier, bis es gesendet ist. Was nicht angenommen wird, bleibt hier, bis du entscheidest.',
  what: {
    review: (app) => `Deine Bewertung: ${app}`,
    opinion: (app) => `Dein Urteil: ${app}`,
    deletedReview: (app) => `Bewertung gelöscht: ${app}`,
    installed: (app) => `Installiert: ${app}`,
    removed: (app) => `Entfernt: ${app}`,
    terms: 'Deine Antwort auf die Bedingungen',
    read: 'Gelesene Nachrichten',
    deferral: (app) => `Ohne ${app} fortgefahren`,
    support: 'Deine Nachricht an den Support',
    opened: (app) => `Geöffnet: ${app}`,
    unknown: (app) => `Eine Änderung: ${app}`,
  },
  someApp: 'eine App',
  made: (when) => `Geändert ${when}`,
  sending: 'Wird gesendet …',
  soon: 'Wird gleich gesendet.',
  whenOnline: 'Wird gesendet, sobald du wieder online bist.',
  byItself: 'Noch nicht gesendet. Es wird automatisch noch einmal versucht.',
  foreign: 'Dieses Netz blockiert den Katalog. Es wird automatisch noch einmal versucht.',
  afterEarlier: 'Wird nach einer früheren Änderung gesendet.',
  afterPause: 'Der Dienst ist gerade ausgelastet. Wird etwas später gesendet.',
  afterPauseUntil: (time) =>
    `Du hast in kurzer Zeit viel gesendet. Das wird nach ${time} Uhr gesendet; du kannst den Katalog weiter benutzen.`,
  afterTerms: 'Wird gesendet, sobald du die Bedingungen annimmst.',
  afterSignIn: 'Wird gesendet, sobald du dich wieder anmeldest.',
  unkept: 'Es konnte auf diesem Gerät nicht gespeichert werden. Lass diese Seite offen, bis es gesendet ist.',
  earlier: (n) =>
    count(n, {
      one: '# Änderung aus einem früheren Konto kann nicht gesendet werden.',
      other: '# Änderungen aus einem früheren Konto können nicht gesendet werden.',
    }),
  earlierWhy:
    'Deine Organisation wurde neu eingerichtet, deshalb hast du ein neues Konto. Was du vorher geschrieben hast, liegt noch gesperrt auf diesem Gerät.',
  deleteEarlier: 'Von diesem Gerät löschen',
  again: 'Erneut versuchen',
  change: 'Bearbeiten',
  toApp: 'App ansehen',
  copy: {
    copy: 'Text kopieren',
    done: 'Text kopiert',
    failed: 'Der Text konnte nicht kopiert werden.',
  },
  giveUp: 'Verwerfen',
  question: 'Diese Änderung verwerfen?',
  lost: 'Sie wird von diesem Gerät gelöscht und nie gesendet.',
  keep: 'Behalten',
  tooLate: 'Sie wird schon gesendet.',
};
