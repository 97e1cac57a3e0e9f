import type { en } from './messages.en.ts';

export const de: typeof en = {
  nav: 'Hauptmenü',
  home: 'Start',
  apps: 'Apps',
  search: 'Suche',
  updates: 'Updates',
  mine: 'Meine Apps',
  account: 'Konto',
  list: 'Apps',
  offline: 'Offline',
  offlineSaved: (ago) => `Offline · aktualisiert ${ago}`,
  unreachable: 'Der Dienst ist nicht erreichbar',
  unreachableSaved: (ago) => `Der Dienst ist nicht erreichbar · aktualisiert ${ago}`,
  failing: 'Der Dienst hat ein Problem. Der Katalog versucht es weiter.',
  failingSaved: (ago) => `Der Dienst hat ein Problem · aktualisiert ${ago}`,
  foreign:
    'Dieses Netz verlangt eine eigene Anmeldung oder sperrt den Dienst. Öffne eine beliebige Webseite, um dich anzumelden, oder nimm ein anderes Netz.',
  slow: 'Deine Verbindung ist langsam. Die Antwort steht noch aus.',
  half: (have, total) => `${have} von ${total} Apps geladen. Die übrigen folgen.`,
  busy: 'Der Dienst ist ausgelastet. Neuer Versuch läuft.',
  outdated: 'Dieser Katalog ist veraltet. Lade ihn neu, um Neues zu sehen.',
  notKept: 'Dieser Browser speichert keine Daten. Der Katalog funktioniert deshalb nur online.',
  storageFull: 'Der Speicher deines Geräts ist voll. Neues ist nicht offline verfügbar.',
  storageBroken: 'Ein Teil des Gespeicherten ist nicht lesbar: Er bleibt nur in diesem Fenster.',
  storageNewer:
    'Eine neuere Version des Katalogs hat hier Daten gespeichert: Diese Version speichert nichts Neues.',
  unread: (count) =>
    count === 1
      ? 'Eine deiner Änderungen war nicht lesbar und wurde nicht gesendet. Sie steht im Bericht unter Konto.'
      : `${count} deiner Änderungen waren nicht lesbar und wurden nicht gesendet. Sie stehen im Bericht unter Konto.`,
  broken: 'Diese Seite lässt sich nicht anzeigen',
  brokenHelp:
    'Was du geschrieben hast, ist gesichert. Lade die Seite neu. Hilft das nicht, wende dich an den Support.',
  reload: 'Neu laden',
  notFound: 'Seite nicht gefunden',
  notFoundHelp: 'Die Adresse ist veraltet oder falsch geschrieben.',
  toHome: 'Zur Startseite',
  appearance: 'Darstellung und Sprache',
  firstVisit: {
    title: (organization) => `Apps von ${organization}`,
    what: 'Hier findest und aktualisierst du die Apps deiner Organisation, auch offline.',
    add: 'Zum Startbildschirm hinzufügen',
    install: 'Katalog installieren',
    notify: 'Benachrichtigungen einschalten',
    dismiss: 'Verstanden',
  },
};
