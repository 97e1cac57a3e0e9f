import type { en } from './messages.en.ts';
import { createPlurals } from './plural.ts';

const count = createPlurals('de');

export const de: typeof en = {
  back: 'Zurück',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  seeAll: 'Alle anzeigen',
  seeAllOf: (title) => `Alle anzeigen: ${title}`,
  loading: 'Wird geladen',
  refreshing: 'Wird aktualisiert',
  dismiss: 'Ausblenden',
  details: 'Angaben für den Support',
  code: 'Code',
  guid: 'Referenz',
  offline: 'Offline',
  skipToContent: 'Zum Inhalt springen',
  showPassword: 'Passwort anzeigen',
  arrows: { previous: 'Zurück', next: 'Weiter' },
  fold: { more: 'Mehr', less: 'Weniger' },
  shots: {
    close: 'Schließen',
    previous: 'Voriges Bild',
    next: 'Nächstes Bild',
    zoom: 'Vergrößern',
    position: (at, of) => `${at} von ${of}`,
    open: (alt) => `Vergrößern: ${alt}`,
  },
  updates: (n) => count(n, { one: '# Update', other: '# Updates' }),
  apps: (n) => count(n, { one: '# App', other: '# Apps' }),
};
