import type { en } from './messages.en.ts';

export const de: typeof en = {
  appearance: 'Darstellung',
  appearances: { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  deviceLanguage: 'Wie das Gerät',
  slash: 'Mit der Taste / suchen',
  slashHint: 'Strg-K oder Befehl-K öffnet die Suche immer.',
  storage: {
    title: 'Offline-Speicher',
    used: 'Belegt',
    usedOf: (used, quota) => `${used} von ${quota}`,
    pictures: 'Gespeicherte Bilder',
    kept: 'Damit öffnet sich der Katalog auch offline.',
    unknown: 'Dieser Browser verrät nicht, wie viel belegt ist.',
    free: 'Speicher freigeben',
    freeHelp:
      'Entfernt Bilder und Seiten; sie werden bei Bedarf wieder geladen. Was du geschrieben hast, bleibt.',
    freed: (size) => `${size} freigegeben.`,
    freedNothing: 'Fertig. Der Browser zeigt es vielleicht erst nach einer Weile an.',
    failed: 'Es konnte kein Speicher freigegeben werden. Versuch es gleich noch einmal.',
    broken:
      'Ein Teil der gespeicherten Daten ist nicht lesbar. Neues bleibt nur in diesem Fenster, bis du den Katalog neu lädst.',
    newer:
      'Eine neuere Version des Katalogs hat hier Daten gespeichert, die diese Version nicht lesen kann. Sie bleiben erhalten; Neues wird nicht offline gespeichert.',
    unread: (count) =>
      count === 1
        ? 'Ein gespeicherter Eintrag war nicht lesbar und wurde beiseitegelegt.'
        : `${count} gespeicherte Einträge waren nicht lesbar und wurden beiseitegelegt.`,
    unreadHelp: 'Der Bericht enthält sie, ohne Passwörter und Schlüssel. Schick ihn an den Support.',
    saveReport: 'Bericht speichern',
    full: 'Der Speicher deines Geräts ist voll. Neues wird nicht mehr offline gespeichert.',
    unavailable:
      'Dieser Browser speichert nichts. Der Katalog funktioniert nur online und vergisst alles, wenn du dieses Fenster schließt.',
  },
  version: {
    title: 'Version des Katalogs',
    field: 'Version',
    latest: 'Du hast die neueste Version.',
    offer: 'Eine neue Version des Katalogs ist bereit.',
    offerHelp: 'Das dauert nur einen Moment. Du bleibst auf dieser Seite.',
    update: 'Jetzt aktualisieren',
    updating: 'Wird aktualisiert …',
    takenBack: 'Die neue Version des Katalogs ist nicht gestartet. Die vorherige ist wieder da.',
    takenBackHelp: 'Nichts ist verloren. Die nächste Version findest du hier.',
    understood: 'OK',
  },
  home: {
    title: 'Auf dem Startbildschirm',
    why: 'Der Katalog öffnet sich dann wie eine App, auch offline.',
    already: 'Der Katalog ist auf dem Startbildschirm.',
    add: 'Zum Startbildschirm hinzufügen',
    ios: [
      'Tippe in Safari auf „Teilen“: das Quadrat mit dem Pfeil. Auf dem iPad ist es oben.',
      'Scrolle nach unten und tippe auf „Zum Home-Bildschirm“.',
      'Tippe auf „Hinzufügen“. Öffne den Katalog ab jetzt über sein Symbol.',
    ],
    iosOther: 'Siehst du das nicht, öffne diese Seite in Safari.',
    android: [
      'Tippe auf das Menü des Browsers: die drei Punkte.',
      'Tippe auf „App installieren“ oder „Zum Startbildschirm hinzufügen“.',
      'Bestätige. Du findest das Symbol auf dem Startbildschirm oder unter deinen Apps.',
    ],
    desk: [
      'Such das Symbol zum Installieren am Ende der Adresszeile oder im Menü des Browsers.',
      'Bestätige. Der Katalog öffnet sich in einem eigenen Fenster.',
    ],
    signInAgain: 'Beim ersten Öffnen vom Startbildschirm musst du dich vielleicht noch einmal anmelden.',
  },
};
