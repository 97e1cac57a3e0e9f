import { pluralsOf } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = pluralsOf('de');

export const de: typeof en = {
  reviews: 'Bewertungen',
  rate: 'Gefällt sie dir?',
  opinion: { like: 'Gefällt mir', dislike: 'Gefällt mir nicht' },
  likes: 'Gefällt',
  dislikes: 'Gefällt nicht',
  votes: (n) => count(n, { one: '1 Stimme', other: '# Stimmen' }),
  write: 'Bewertung schreiben',
  edit: 'Bewertung ändern',
  yours: 'Deine Bewertung',
  title: 'Titel',
  comment: 'Was sollten andere wissen?',
  commentHint: 'Titel und Text gehören zusammen. Kolleginnen und Kollegen sehen deinen Namen.',
  send: 'Senden',
  needsOpinion: 'Wähle zuerst, ob sie dir gefällt.',
  needsBoth: 'Schreib Titel und Text, oder lass beides leer.',
  tooLong: 'Das ist zu lang.',
  counter: (used, max) => `${used} von ${max}`,
  liked: 'Gefällt',
  disliked: 'Gefällt nicht',
  willBeSent: 'Wird gesendet, sobald es Netz gibt.',
  sent: 'Gesendet.',
  refused: (reason) => `Nicht angenommen: ${reason}`,
  again: 'Erneut senden',
  discard: 'Verwerfen',
  none: 'Noch keine Bewertungen',
  noneWhy: 'Sag als Erste oder Erster etwas dazu.',
  edited: (when) => `geändert ${when}`,
  notLoaded: 'Die Bewertungen konnten nicht geladen werden.',
  more: 'Alle Bewertungen zeigen',
  unknownPerson: 'Jemand',
};
