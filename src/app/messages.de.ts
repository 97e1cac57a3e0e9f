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
  failing: 'Der Dienst hat ein Problem. Der Katalog versucht es weiter.',
  failingSaved: (ago) => `Der Dienst hat ein Problem. Gespeichert ${ago}.`,
  foreign:
    'Dieses Netz verlangt eine eigene Anmeldung oder sperrt den Dienst. Öffne irgendeine Webseite und melde dich an, oder nimm ein anderes Netz.',
  busy: 'Der Dienst ist ausgelastet. Neuer Versuch läuft.',
  slow: 'Die Verbindung ist langsam. Es wird noch auf Antwort gewartet.',
  half: (have, total) => `${have} von ${total} Apps sind da. Die anderen folgen.`,
  outdated: 'Dieser Katalog ist veraltet. Lade ihn neu, um Neues zu sehen.',
  notKept: 'Dieser Browser speichert nichts: Der Katalog funktioniert nur online.',
  storageFull: 'Der Speicher des Geräts ist voll: Neues wird nicht mehr offline gespeichert.',
  storageBroken: 'Ein Teil des Gespeicherten ist nicht lesbar: Er bleibt nur in diesem Fenster.',
  storageNewer:
    'Eine neuere Version des Katalogs hat hier Daten gespeichert: Diese Version speichert nichts Neues.',
  unread: (count) =>
    count === 1
      ? 'Eine deiner Änderungen war nicht lesbar und wurde nicht gesendet. Sie steht im Bericht unter Konto.'
      : `${count} deiner Änderungen waren nicht lesbar und wurden nicht gesendet. Sie stehen im Bericht unter Konto.`,
  broken: 'Diese Seite konnte nicht angezeigt werden',
  brokenHelp:
    'Was du geschrieben hast, ist gesichert. Lade die Seite neu; hilft das nicht, sag dem Support Bescheid.',
  reload: 'Neu laden',
  notFound: 'Diese Seite gibt es nicht',
  notFoundHelp: 'Die Adresse ist veraltet oder falsch geschrieben.',
  toHome: 'Zum Katalog',
  appearance: 'Darstellung und Sprache',
};
