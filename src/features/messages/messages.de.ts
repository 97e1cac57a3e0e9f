import { createPlurals } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: 'Nachrichten',
  unread: (n) => count(n, { one: '# neue Nachricht', other: '# neue Nachrichten' }),
  allRead: 'Keine neuen Nachrichten.',
  isNew: 'Neu',
  requiredBy: (date) => `Installiere diese App bis ${date}.`,
  requiredNow: 'Diese App ist jetzt erforderlich.',
  headings: {
    group_message: (name) => `Nachricht von ${name}`,
    application_message: (name) => `Zu ${name}`,
    update_notice: (name) => `Update für ${name}`,
    deadline_notice: (name) => `${name} ist erforderlich`,
    review_reply: (name) => `Antwort auf deine Bewertung: ${name}`,
  },
  from: (organization) => `Von ${organization}`,
  to: (group) => `An ${group}`,
  update: (version) => `Version ${version} ist verfügbar.`,
  toApp: 'App ansehen',
  none: 'Noch keine Nachrichten',
  noneWhy:
    'Hier erscheinen Nachrichten deiner Organisation, neue Versionen deiner Apps und Antworten auf deine Bewertungen.',
  failed: 'Deine Nachrichten konnten nicht geladen werden.',
  saved: (ago) => `Zuletzt aktualisiert: ${ago}`,
};
