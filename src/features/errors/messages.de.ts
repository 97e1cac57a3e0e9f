import type { en } from './messages.en.ts';

export const de: typeof en = {
  offline: 'Du bist offline. Es wurde nichts geändert; versuch es noch einmal, wenn du wieder online bist.',
  unreachable: 'Der Dienst ist nicht erreichbar. Es wurde nichts geändert; versuch es gleich noch einmal.',
  foreign:
    'In diesem Netz musst du dich zuerst anmelden, oder es blockiert den Dienst. Öffne eine beliebige Webseite, um dich im Netz anzumelden, und versuch es dann erneut.',
  incomplete: 'Ein Teil dieser Seite konnte nicht geladen werden. Lade die Seite neu.',
  otherVersion:
    'Dieser Katalog ist veraltet und kann nicht lesen, was der Dienst sendet. Lade ihn neu, um ihn zu aktualisieren.',
  notBegun:
    'Der Download hat nicht begonnen. Fragt dein Browser, ob diese Seite mehrere Dateien herunterladen darf, erlaube es. Versuch es dann noch einmal.',
  server: 'Beim Dienst ist etwas schiefgelaufen. Versuch es gleich noch einmal.',
  busy: 'Der Dienst ist ausgelastet oder startet neu. Versuch es gleich noch einmal.',
  notOpened: 'Mit diesem Passwort lassen sich die Daten auf diesem Gerät nicht öffnen.',
  oldPasswordNeeded: 'Die Daten auf diesem Gerät lassen sich nur mit deinem bisherigen Passwort öffnen.',
  unsupported: 'Diese Version des Katalogs kennt diese Art von Änderung nicht. Lade die Seite neu.',
  refused: 'Der Dienst hat das nicht erlaubt.',
  notAllowed: 'Das ist für dein Konto nicht oder nicht mehr verfügbar.',
  invalid: 'Der Dienst nimmt diese Eingabe nicht an.',
  signIn: 'Deine Sitzung ist abgelaufen. Melde dich erneut an.',
  wrongCredentials: 'Benutzer-ID oder Passwort ist falsch.',
  locked: 'Das Passwort war zu oft falsch. Das Konto ist eine Weile gesperrt.',
  disabled: 'Dein Konto ist deaktiviert. Das kann nur deine Organisation ändern.',
  deleted: 'Dein Konto wurde gelöscht. Das kann nur deine Organisation ändern.',
  passwordExpired: 'Dein Passwort ist abgelaufen. Wähle ein neues.',
  firstPasswordEnded:
    'Dieses Startpasswort ist abgelaufen. Bitte die Person, von der du es hast, um ein neues.',
  signInAgain:
    'Dafür musst du dich gerade erst angemeldet haben. Melde dich erneut an und versuch es dann noch einmal.',
  tooMany: 'Zu viele Versuche. Warte einen Moment und versuch es dann noch einmal.',
  tooManyUntil: (time) => `Zu viele Versuche. Versuch es nach ${time} Uhr noch einmal.`,
  tooLarge: 'Das ist zu groß.',
  gone: 'Das gibt es in deinem Katalog nicht mehr.',
  changed:
    'Jemand anderes hat das inzwischen geändert. Sieh es dir noch einmal an und versuch es dann erneut.',
  https: 'Diese Adresse ist nicht sicher. Öffne den Katalog mit https:// am Anfang der Adresse.',
  device: 'Dieses Gerät gehört nicht mehr zu deinem Konto. Melde dich erneut an.',
  linkExpired: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte um einen neuen.',
  notForType: 'Das geht bei dieser Art von App nicht.',
  terms: 'Du hast die Bedingungen noch nicht angenommen. Nimm sie zuerst an.',
  full: 'Der Dienst hat keinen Speicherplatz mehr. Wende dich an den Support.',
};
