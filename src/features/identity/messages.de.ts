import { createPlurals } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: 'Anmelden',
  userId: 'Benutzer-ID',
  userIdHint: 'Wie in deiner Einladung',
  userIdMissing: 'Gib deine Benutzer-ID ein.',
  password: 'Passwort',
  passwordMissing: 'Gib dein Passwort ein.',
  remember: 'Angemeldet bleiben',
  rememberHint: 'Nicht auf einem Gerät, das auch andere nutzen',
  signIn: 'Anmelden',
  forgotten: 'Passwort vergessen?',
  help: 'Probleme beim Anmelden? Schreib an',
  problem: {
    wrong: 'Benutzer-ID oder Passwort ist falsch.',
    wrongPassword: 'Das Passwort ist falsch.',
    wrongHelp: 'Prüfe beides und versuch es erneut.',
    wrongPasswordHelp: 'Prüfe es und versuch es erneut.',
    waitSeconds: (n) =>
      count(n, {
        one: 'Warte # Sekunde und versuch es dann erneut.',
        other: 'Warte # Sekunden und versuch es dann erneut.',
      }),
    notOpened:
      'Der Dienst ist gerade nicht erreichbar, und mit diesem Passwort lassen sich die Daten auf diesem Gerät nicht öffnen.',
    locked: (time) => `Das Konto ist bis ${time} gesperrt.`,
    lockedSoon: 'Das Konto ist eine Weile gesperrt.',
    lockedHelp: 'Das Passwort war zu oft falsch. Deine Eingabe bleibt stehen; versuch es dann erneut.',
    disabled: 'Dein Konto ist deaktiviert.',
    deleted: 'Dein Konto wurde gelöscht.',
    accountHelp: 'Das kann nur deine Organisation ändern.',
    contact: 'Kontakt',
    firstEnded: 'Dieses Startpasswort ist abgelaufen.',
    firstEndedHelp: 'Bitte die Person, von der du es hast, um ein neues.',
    device: 'Dieses Gerät ist deaktiviert.',
    offline: 'Du bist offline.',
    offlineHelp: 'Zum Anmelden brauchst du eine Internetverbindung. Deine Eingabe bleibt stehen.',
    unreachable: 'Der Dienst ist nicht erreichbar.',
    unreachableHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal oder in einem anderen Netz.',
    foreign: 'In diesem Netz musst du dich zuerst anmelden.',
    foreignHelp:
      'Deine Eingabe bleibt stehen. Öffne eine beliebige Webseite, um dich im Netz anzumelden, oder wechsle das Netz. Versuch es dann erneut.',
    incomplete: 'Die Seite wurde nicht vollständig geladen.',
    incompleteHelp:
      'Die Verbindung wurde unterbrochen. Lade die Seite neu, wenn du wieder online bist, und melde dich dann an.',
    reload: 'Neu laden',
    tooMany: 'Zu viele Versuche aus diesem Netz.',
    tooManyHelp: (minutes) =>
      count(minutes, {
        one: 'Warte # Minute und versuch es dann erneut.',
        other: 'Warte # Minuten und versuch es dann erneut.',
      }),
    server: 'Beim Dienst ist etwas schiefgelaufen.',
    serverHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal.',
    busy: 'Der Dienst ist ausgelastet oder startet neu.',
    busyHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal.',
    page: 'Auf dieser Seite ist etwas schiefgelaufen.',
    pageHelp: 'Lade die Seite neu. Passiert es wieder, wende dich mit den Details an den Support.',
    https: 'Diese Adresse ist nicht sicher.',
    httpsHelp: 'Öffne den Katalog mit https:// am Anfang der Adresse.',
    refused: 'Der Dienst hat das nicht erlaubt.',
    refusedHelp: 'Versuch es noch einmal. Passiert es wieder, wende dich mit den Details an den Support.',
  },
  newPassword: {
    title: 'Neues Passwort wählen',
    back: 'Zurück',
  },
  ended: {
    title: 'Bitte melde dich erneut an',
    unknown: 'Deine Sitzung ist abgelaufen. Du bleibst auf dieser Seite, und nichts geht verloren.',
    waiting: (n) =>
      count(n, {
        one: '# Änderung ist auf diesem Gerät gespeichert und wird nach dem Anmelden gesendet.',
        other: '# Änderungen sind auf diesem Gerät gespeichert und werden nach dem Anmelden gesendet.',
      }),
    signOut: 'Stattdessen abmelden',
    later: 'Nicht jetzt, offline weitermachen',
  },
  signOut: {
    button: 'Abmelden',
    title: 'Abmelden?',
    deleted: 'Das entfernt von diesem Gerät:',
    items: [
      'den Katalog, seine Bilder und die Seiten, die du geöffnet hast',
      'deine Einstellungen und die Liste deiner installierten Apps',
      'deine Anmeldung',
    ],
    kept: 'Installierte Apps bleiben, und aus deinem Konto wird nichts gelöscht.',
    unsent: (n) =>
      count(n, {
        one: '# Änderung wurde noch nicht gesendet.',
        other: '# Änderungen wurden noch nicht gesendet.',
      }),
    unsentHelp: 'Beim Abmelden werden sie endgültig gelöscht.',
    confirm: 'Abmelden',
    confirmLosing: 'Abmelden und löschen',
    stay: 'Angemeldet bleiben',
    failed:
      'Du konntest nicht abgemeldet werden. Schließ die anderen Fenster des Katalogs und versuch es erneut.',
  },
  person: {
    userId: 'Benutzer-ID',
    email: 'E-Mail',
    phone: 'Telefon',
    session: 'Sitzung endet',
  },
};
