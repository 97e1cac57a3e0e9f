import { pluralsOf } from '../../../ui/i18n/plural.ts';
import type { en } from './sessions-messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  title: 'Angemeldet',
  help: 'Wo dein Konto benutzt wird, und die API-Schlüssel, die dafür gemacht wurden.',
  show: 'Sitzungen zeigen',
  current: 'Diese Sitzung',
  token: 'API-Schlüssel',
  browser: 'Ohne Gerät',
  device: 'Ein Gerät',
  used: (ago) => `Benutzt ${ago}`,
  begun: (date) => `Seit ${date}`,
  from: (address) => `von ${address}`,
  end: 'Beenden',
  endNamed: (name) => `${name} beenden`,
  endOthers: 'Alle anderen beenden',
  ended: (n) => count(n, { one: 'Eine Sitzung beendet.', other: '# Sitzungen beendet.' }),
  failed: 'Deine Sitzungen konnten nicht geladen werden. Dafür brauchst du ein Netz.',
  notEnded: 'Das hat nicht geklappt. Versuch es mit Netz noch einmal.',
  more: (n) => count(n, { one: 'Und eine weitere.', other: 'Und # weitere.' }),
};
