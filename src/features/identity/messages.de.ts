import { pluralsOf } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = pluralsOf('de');

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
    lockedHelp:
      'Das Passwort war zu oft falsch. Nichts von deiner Eingabe geht verloren; versuch es dann erneut.',
    disabled: 'Dein Konto ist deaktiviert.',
    deleted: 'Dein Konto wurde gelöscht.',
    accountHelp: 'Das kann nur deine Organisation ändern.',
    contact: 'Kontakt',
    firstEnded: 'Dieses erste Passwort wurde nicht rechtzeitig benutzt und gilt nicht mehr.',
    firstEndedHelp: 'Bitte die Person, von der du es hast, um ein anderes.',
    device: 'Dieses Gerät ist deaktiviert.',
    offline: 'Du bist offline.',
    offlineHelp:
      'Zum Anmelden brauchst du eines. Deine Eingabe bleibt stehen; versuch es erneut, wenn es wieder da ist.',
    unreachable: 'Der Dienst ist nicht erreichbar.',
    unreachableHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal oder über ein anderes Netz.',
    foreign: 'Dieses Netz verlangt eine eigene Anmeldung.',
    foreignHelp:
      'Deine Eingabe bleibt stehen. Öffne irgendeine Webseite und melde dich im Netz an, oder nimm ein anderes; versuch es dann erneut.',
    incomplete: 'Die Seite wurde nicht vollständig geladen.',
    incompleteHelp:
      'Das Netz war zwischendurch weg. Lade die Seite neu, sobald es wieder da ist, und melde dich dann an.',
    reload: 'Neu laden',
    tooMany: 'Zu viele Versuche aus diesem Netz.',
    tooManyHelp: (minutes) =>
      count(minutes, {
        one: 'Warte # Minute und versuch es dann erneut.',
        other: 'Warte # Minuten und versuch es dann erneut.',
      }),
    server: 'Im Dienst ist ein Fehler aufgetreten.',
    serverHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal.',
    busy: 'Der Dienst ist ausgelastet oder startet neu.',
    busyHelp: 'Deine Eingabe bleibt stehen. Versuch es gleich noch einmal.',
    page: 'Auf dieser Seite ist ein Fehler aufgetreten.',
    pageHelp: 'Lade die Seite neu. Bleibt es dabei, wende dich mit den Angaben an den Support.',
    https: 'Diese Adresse ist nicht sicher.',
    httpsHelp: 'Öffne den Katalog mit https:// am Anfang seiner Adresse.',
    refused: 'Der Dienst hat es nicht erlaubt.',
    refusedHelp: 'Versuch es noch einmal. Bleibt es dabei, wende dich mit den Details an den Support.',
  },
  newPassword: {
    title: 'Neues Passwort wählen',
    back: 'Zurück',
  },
  ended: {
    title: 'Bitte melde dich erneut an',
    unknown: 'Deine Sitzung ist zu Ende. Du bleibst auf dieser Seite, und nichts geht verloren.',
    waiting: (n) =>
      count(n, {
        one: '# Änderung wartet auf diesem Gerät und wird nach dem Anmelden gesendet.',
        other: '# Änderungen warten auf diesem Gerät und werden nach dem Anmelden gesendet.',
      }),
    signOut: 'Stattdessen abmelden',
    later: 'Nicht jetzt, offline weiter',
  },
  signOut: {
    button: 'Abmelden',
    title: 'Abmelden?',
    deleted: 'Das entfernt von diesem Gerät:',
    items: [
      'den Katalog, seine Bilder und die Seiten, die du geöffnet hast',
      'deine Einstellungen und was als installiert vermerkt ist',
      'deine Anmeldung',
    ],
    kept: 'Installierte Apps bleiben, und beim Dienst wird nichts gelöscht.',
    unsent: (n) =>
      count(n, {
        one: '# Änderung wurde noch nicht gesendet.',
        other: '# Änderungen wurden noch nicht gesendet.',
      }),
    unsentHelp: 'Beim Abmelden wird endgültig gelöscht, was hier wartet.',
    confirm: 'Abmelden',
    confirmLosing: 'Abmelden und löschen',
    stay: 'Angemeldet bleiben',
    failed: 'Das Abmelden ist nicht gelungen. Schließe andere Fenster des Katalogs und versuch es erneut.',
  },
  person: {
    userId: 'Benutzer-ID',
    email: 'E-Mail',
    phone: 'Telefon',
    session: 'Sitzung läuft ab',
  },
};
