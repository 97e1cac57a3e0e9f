import { pluralsOf } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  title: 'Nachrichten',
  unread: (n) => count(n, { one: '# neue Nachricht', other: '# neue Nachrichten' }),
  allRead: 'Keine neuen Nachrichten.',
  isNew: 'Neu',
  reply: (app) => `Antwort auf deine Bewertung: ${app}`,
  update: (version) => `Version ${version} ist da.`,
  requiredBy: (date) => `Installiere diese App bis ${date}.`,
  requiredNow: 'Diese App ist jetzt erforderlich.',
  toApp: 'Seite der App öffnen',
  none: 'Keine Nachrichten',
  noneWhy:
    'Was deine Organisation dir schickt, neue Versionen deiner Apps und Antworten auf deine Bewertungen stehen hier.',
  failed: 'Die Nachrichten konnten nicht geladen werden.',
  saved: (ago) => `Gespeichert ${ago}.`,
};
