import type { en } from './messages.en.ts';

export const de: typeof en = {
  nav: 'Hauptmenü',
  home: 'Start',
  apps: 'Apps',
  search: 'Suche',
  updates: 'Updates',
  mine: 'Meine',
  account: 'Konto',
  list: 'Apps',
  offline: 'Offline',
  offlineSaved: (ago) => `Offline. Gespeichert ${ago}.`,
  unreachable: 'Der Dienst ist nicht erreichbar.',
  unreachableSaved: (ago) => `Der Dienst ist nicht erreichbar. Gespeichert ${ago}.`,
  notKept: 'Dieser Browser bewahrt nichts auf: Der Katalog funktioniert nur online.',
  storageFull: 'Der Speicher des Geräts ist voll: Nichts Neues wird für offline aufbewahrt.',
  broken: 'Diese Seite konnte nicht gezeigt werden',
  brokenHelp:
    'Was du geschrieben hast, ist gesichert. Lade die Seite neu; hilft das nicht, sag dem Support Bescheid.',
  reload: 'Neu laden',
  notFound: 'Diese Seite gibt es nicht',
  notFoundHelp: 'Die Adresse ist alt oder vertippt.',
  toHome: 'Zum Katalog',
  appearance: 'Darstellung und Sprache',
};
