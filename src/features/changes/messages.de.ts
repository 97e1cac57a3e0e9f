import { pluralsOf } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  title: 'Deine Änderungen',
  allSent: 'Alles ist angekommen.',
  waitingLine: (n) =>
    count(n, { one: '# Änderung wartet auf das Senden.', other: '# Änderungen warten auf das Senden.' }),
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
  none: 'Alles ist angekommen',
  noneWhy:
    'Was du ohne Netz schreibst, steht hier, bis es gesendet ist; was der Dienst nicht annimmt, bis du entscheidest.',
  what: {
    review: (app) => `Deine Bewertung: ${app}`,
    opinion: (app) => `Deine Meinung: ${app}`,
    installed: (app) => `Installiert: ${app}`,
    removed: (app) => `Entfernt: ${app}`,
    terms: 'Deine Antwort zu Bedingungen',
    inventory: 'Die Apps auf diesem Gerät',
    read: 'Gelesene Nachrichten',
    deferral: (app) => `Ohne ${app} fortgefahren`,
    support: 'Deine Nachricht an den Support',
    opened: (app) => `Geöffnet: ${app}`,
    unknown: (app) => `Eine Änderung: ${app}`,
  },
  someApp: 'eine App',
  made: (when) => `Geändert ${when}`,
  sending: 'Wird gerade gesendet.',
  soon: 'Wird gleich gesendet.',
  whenOnline: 'Wird gesendet, sobald es Netz gibt.',
  byItself: 'Der Dienst hat es noch nicht angenommen. Der Katalog versucht es von selbst erneut.',
  foreign: 'Dieses Netz hat anstelle des Dienstes geantwortet. Der Katalog versucht es von selbst erneut.',
  afterEarlier: 'Es wird nach einer früheren Änderung gesendet.',
  afterPause: 'Der Dienst ist gerade ausgelastet. Es wird etwas später gesendet.',
  afterTerms: 'Es wird gesendet, sobald du die Bedingungen annimmst.',
  afterSignIn: 'Es wird gesendet, sobald du dich wieder anmeldest.',
  unkept: 'Es konnte auf diesem Gerät nicht gespeichert werden. Lass diese Seite offen, bis es gesendet ist.',
  again: 'Erneut versuchen',
  change: 'Ändern',
  toApp: 'Seite der App öffnen',
  copy: {
    copy: 'Text kopieren',
    done: 'Der Text ist kopiert.',
    failed: 'Der Text konnte nicht kopiert werden.',
  },
  giveUp: 'Verwerfen',
  question: 'Diese Änderung verwerfen?',
  lost: 'Sie wird von diesem Gerät gelöscht, und der Dienst bekommt sie nie.',
  keep: 'Behalten',
  tooLate: 'Sie wird schon gesendet.',
};
