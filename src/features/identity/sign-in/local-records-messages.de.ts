import { createPlurals } from '../../../ui/i18n/plural.ts';
import type { en } from './local-records-messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  reasons: {
    expired: 'Deine Sitzung ist abgelaufen. Du bleibst auf dieser Seite, und nichts geht verloren.',
    signed_out:
      'Diese Sitzung wurde anderswo abgemeldet. Melde dich wieder an, um weiterzumachen; nichts geht verloren.',
    password_changed:
      'Dein Passwort wurde geändert. Melde dich mit dem neuen an. Wenn du es nicht geändert hast, wende dich an den Support.',
    device_unpaired:
      'Dieses Gerät wurde aus deinem Konto entfernt. Melde dich an, um es wieder aufzunehmen; nichts geht verloren.',
    device_disabled:
      'Dieses Gerät wurde deaktiviert. Das kann nur deine Organisation ändern. Was du darauf gespeichert hast, ist noch da.',
    account_disabled:
      'Dein Konto wurde deaktiviert. Das kann nur deine Organisation ändern. Was du auf diesem Gerät gespeichert hast, ist noch da.',
    account_deleted:
      'Dein Konto wurde gelöscht. Ist das ein Irrtum, wende dich an deine Organisation. Was du auf diesem Gerät gespeichert hast, ist noch da.',
  },
  locked: {
    title: (name) => `Willkommen zurück, ${name}`,
    why: 'Du wurdest abgemeldet, weil du den Katalog eine Weile nicht benutzt hast. Gib dein Passwort ein, um ihn zu entsperren; das geht auch offline.',
    waiting: (n) =>
      count(n, {
        one: '# Änderung wird nach dem Anmelden gesendet.',
        other: '# Änderungen werden nach dem Anmelden gesendet.',
      }),
    open: 'Entsperren',
    other: (name) => `Nicht ${name}?`,
  },
  oldPassword: {
    title: 'Gib dein bisheriges Passwort ein',
    why: 'Dein Passwort wurde geändert. Die Daten auf diesem Gerät lassen sich noch mit dem bisherigen öffnen.',
    waiting: (n) =>
      count(n, {
        one: '# Änderung darin wurde noch nicht gesendet.',
        other: '# Änderungen darin wurden noch nicht gesendet.',
      }),
    field: 'Bisheriges Passwort',
    wrong: 'Das ist nicht dein bisheriges Passwort.',
    open: 'Entsperren und anmelden',
    giveUp: 'Verwerfen und anmelden',
    giveUpLosing: 'Löschen und anmelden',
  },
  somebodyElse: {
    title: (name) => `${name} ist hier angemeldet`,
    invitation: (name) =>
      `Diese Einladung ist für ${name}. Auf einem Gerät ist immer nur eine Person angemeldet.`,
    organization: 'Der Link, den du geöffnet hast, gehört zu einer anderen Organisation.',
    other: 'Auf einem Gerät ist immer nur eine Person angemeldet.',
    unsent: (n) =>
      count(n, {
        one: '# Änderung wurde noch nicht gesendet.',
        other: '# Änderungen wurden noch nicht gesendet.',
      }),
    keepHelp: (name) =>
      `Behältst du sie, bleiben sie auf diesem Gerät, gesperrt mit dem Passwort von ${name}, und werden gesendet, wenn ${name} sich hier wieder anmeldet.`,
    gone: (name) => `Alles, was ${name} gehört, wird von diesem Gerät entfernt.`,
    send: 'Erst senden, dann weiter',
    keep: (name) => `Für ${name} behalten und weiter`,
    signOut: (name) => `${name} abmelden und weiter`,
    cancel: 'Abbrechen',
    notSent:
      'Nicht alles konnte gesendet werden. Versuch es noch einmal, wenn du online bist, oder behalte es hier.',
    notKept: (name) => `Das lässt sich noch nicht sperren: Dafür muss sich ${name} erst wieder anmelden.`,
  },
};
