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
  failing: 'Der Dienst hat ein Problem. Er wird wieder gefragt.',
  failingSaved: (ago) => `Der Dienst hat ein Problem. Gespeichert ${ago}.`,
  foreign:
    'Dieses Netz verlangt eine eigene Anmeldung oder sperrt den Dienst. Öffne irgendeine Webseite und melde dich an, oder nimm ein anderes Netz.',
  slow: 'Die Leitung ist langsam. Es wird noch auf Antwort gewartet.',
  half: (have, total) => `${have} von ${total} Apps sind da. Die anderen folgen.`,
  notKept: 'Dieser Browser speichert nichts: Der Katalog funktioniert nur online.',
  storageFull: 'Der Speicher des Geräts ist voll: Neues wird nicht mehr für offline gespeichert.',
  broken: 'Diese Seite konnte nicht angezeigt werden',
  brokenHelp:
    'Was du geschrieben hast, ist gesichert. Lade die Seite neu; hilft das nicht, sag dem Support Bescheid.',
  reload: 'Neu laden',
  notFound: 'Diese Seite gibt es nicht',
  notFoundHelp: 'Die Adresse ist veraltet oder falsch geschrieben.',
  toHome: 'Zum Katalog',
  appearance: 'Darstellung und Sprache',
};
