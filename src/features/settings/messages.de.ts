import type { en } from './messages.en.ts';

export const de: typeof en = {
  appearance: 'Darstellung',
  appearances: { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  deviceLanguage: 'Wie das Gerät',
  storage: {
    title: 'Offline-Speicher',
    used: 'Belegt',
    usedOf: (used, quota) => `${used} von ${quota}`,
    pictures: 'Gespeicherte Bilder',
    kept: 'Damit sich der Katalog auch ohne Netz öffnet.',
    unknown: 'Dieser Browser sagt nicht, wie viel belegt ist.',
    free: 'Speicher freigeben',
    freeHelp:
      'Entfernt Bilder und Seiten, die wieder geladen werden können. Was du geschrieben hast, bleibt.',
    freed: (size) => `${size} freigegeben.`,
    freedNothing: 'Freigegeben. Der Browser zeigt das vielleicht erst nach einer Weile an.',
    failed: 'Es konnte kein Speicher freigegeben werden. Versuch es gleich noch einmal.',
    broken:
      'Ein Teil des Gespeicherten ist nicht lesbar: Er bleibt nur in diesem Fenster, bis der Katalog neu geladen wird.',
    newer:
      'Eine neuere Version des Katalogs hat hier Daten gespeichert, die diese Version nicht lesen kann. Sie bleiben erhalten; Neues wird nicht offline gespeichert.',
    unread: (count) =>
      count === 1
        ? 'Ein gespeicherter Eintrag war nicht lesbar und wurde beiseitegelegt.'
        : `${count} gespeicherte Einträge waren nicht lesbar und wurden beiseitegelegt.`,
    unreadHelp: 'Der Bericht enthält sie, ohne Passwörter und Schlüssel. Schick ihn deinem Support.',
    saveReport: 'Bericht speichern',
    full: 'Der Speicher des Geräts ist voll: Neues wird nicht mehr offline gespeichert.',
    unavailable:
      'Dieser Browser speichert nichts: Der Katalog funktioniert nur online und vergisst alles mit diesem Fenster.',
  },
  version: {
    title: 'Version des Katalogs',
    field: 'Version',
    latest: 'Das ist die neueste.',
    offer: 'Eine neue Version des Katalogs ist bereit.',
    offerHelp: 'Es dauert einen Moment; du bleibst, wo du bist.',
    update: 'Jetzt aktualisieren',
    updating: 'Wird aktualisiert …',
    takenBack: 'Die neue Version des Katalogs ist nicht gestartet. Die vorige ist wieder da.',
    takenBackHelp: 'Nichts ist verloren. Die nächste Version wird hier angeboten.',
    understood: 'OK',
  },
  home: {
    title: 'Auf dem Startbildschirm',
    why: 'Der Katalog öffnet sich dann wie eine App, auch ohne Netz.',
    already: 'Der Katalog ist auf dem Startbildschirm.',
    add: 'Zum Startbildschirm hinzufügen',
    ios: [
      'Tippe in der Leiste von Safari auf Teilen: das Quadrat mit dem Pfeil. Auf dem iPad ist es oben.',
      'Blättere nach unten und tippe auf „Zum Home-Bildschirm“.',
      'Tippe auf Hinzufügen. Öffne den Katalog von nun an über sein Symbol.',
    ],
    iosOther: 'Fehlt diese Zeile unter Teilen, dann öffne diese Seite in Safari.',
    android: [
      'Tippe auf das Menü des Browsers: die drei Punkte.',
      'Tippe auf „App installieren“ oder „Zum Startbildschirm hinzufügen“.',
      'Bestätige. Das Symbol ist auf dem Startbildschirm oder unter den Apps.',
    ],
    desk: [
      'Such das Symbol zum Installieren am Ende der Adresszeile oder im Menü des Browsers.',
      'Bestätige. Der Katalog öffnet sich in einem eigenen Fenster.',
    ],
    signInAgain: 'Die App vom Startbildschirm fragt vielleicht noch einmal nach der Anmeldung.',
  },
};
