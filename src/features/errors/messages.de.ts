import type { en } from './messages.en.ts';

export const de: typeof en = {
  offline: 'Du bist offline. Es wurde nichts geändert; versuch es noch einmal, wenn du wieder online bist.',
  unreachable: 'Der Dienst ist nicht erreichbar. Es wurde nichts geändert; versuche es gleich noch einmal.',
  foreign:
    'Dieses Netz hat anstelle des Dienstes geantwortet. Öffne irgendeine Webseite, melde dich im Netz an und versuche es dann erneut.',
  incomplete: 'Ein Teil dieser Seite konnte nicht geladen werden. Lade die Seite neu.',
  otherVersion:
    'Dieser Katalog ist veraltet und kann nicht lesen, was der Dienst sendet. Lade ihn neu, um ihn zu aktualisieren.',
  notBegun:
    'Der Download hat nicht begonnen. Fragt dein Browser, ob diese Seite mehrere Dateien laden darf, erlaube es; versuche es dann noch einmal.',
  server: 'Im Dienst ist ein Fehler aufgetreten. Versuch es gleich noch einmal.',
  busy: 'Der Dienst ist ausgelastet oder startet neu. Versuche es gleich noch einmal.',
  notOpened: 'Mit diesem Passwort lassen sich die Daten auf diesem Gerät nicht öffnen.',
  oldPasswordNeeded: 'Die Daten auf diesem Gerät lassen sich nur mit deinem bisherigen Passwort öffnen.',
  unsupported: 'Diese Version des Katalogs kennt diese Art von Änderung nicht. Lade die Seite neu.',
  refused: 'Der Dienst hat es nicht erlaubt.',
  notAllowed: 'Das ist für dein Konto nicht oder nicht mehr verfügbar.',
  invalid: 'Der Dienst nimmt diese Eingabe nicht an.',
  signIn: 'Deine Sitzung ist beendet. Melde dich neu an.',
  wrongCredentials: 'Benutzer-ID oder Passwort ist falsch.',
  locked: 'Das Konto ist eine Weile gesperrt, weil das Passwort zu oft falsch war.',
  disabled: 'Dein Konto ist deaktiviert. Das kann nur deine Organisation ändern.',
  deleted: 'Dein Konto wurde gelöscht. Das kann nur deine Organisation ändern.',
  passwordExpired: 'Dein Passwort ist abgelaufen. Wähle ein neues.',
  firstPasswordEnded:
    'Dieses erste Passwort wurde nicht rechtzeitig benutzt. Bitte die Person, von der du es hast, um ein anderes.',
  signInAgain:
    'Dafür musst du dich in den letzten Minuten angemeldet haben. Melde dich neu an, dann geht es.',
  tooMany: 'Zu viele Versuche. Warte einen Moment und versuch es dann noch einmal.',
  tooLarge: 'Das ist zu groß für den Dienst.',
  gone: 'Das gibt es in deinem Katalog nicht mehr.',
  changed:
    'Jemand anderes hat das inzwischen geändert. Sieh es dir noch einmal an und versuche es dann erneut.',
  https: 'Diese Adresse ist nicht sicher. Öffne den Katalog mit https:// am Anfang seiner Adresse.',
  device: 'Dieses Gerät gehört nicht mehr zu deinem Konto. Melde dich neu an.',
  linkExpired: 'Dieser Link ist zu alt oder wurde schon benutzt. Bitte um einen neuen.',
  notForType: 'Das geht bei dieser Art von App nicht.',
  terms: 'Die Bedingungen sind noch nicht angenommen. Nimm sie zuerst an.',
  full: 'Der Dienst hat keinen Platz mehr. Wende dich an den Support.',
};
