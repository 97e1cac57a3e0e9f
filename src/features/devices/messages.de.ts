import { createPlurals } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: 'Wo du angemeldet bist',
  thisDevice: 'Dieses Gerät',
  active: (ago) => `Zuletzt aktiv: ${ago}`,
  added: (date) => `Hinzugefügt am ${date}`,
  since: (date) => `Seit ${date}`,
  from: (address) => `von ${address}`,
  signedOut: 'Abgemeldet',
  disabled: 'Von deiner Organisation deaktiviert',
  unknown: 'Unbekanntes Gerät',
  browser: 'Browser-Sitzung',
  token: (lastFour) => `API-Schlüssel mit der Endung ${lastFour}`,
  failed: 'Deine Geräte konnten nicht geladen werden.',
  needsNetwork: 'Um andere Geräte abzumelden oder zu entfernen, brauchst du eine Internetverbindung.',
  saved: (ago) => `Zuletzt aktualisiert: ${ago}`,
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeHelp:
    'Du wirst dort abgemeldet, und das Gerät verschwindet aus dieser Liste. Apps bleiben installiert. Meldest du dich dort wieder an, erscheint es wieder.',
  signOut: 'Abmelden',
  signOutNamed: (name) => `${name} abmelden`,
  signOutTitle: (name) => `${name} abmelden?`,
  signOutHelp: 'Wer das Gerät benutzt, muss sich neu anmelden.',
  tokenHelp: 'Programme, die diesen Schlüssel verwenden, funktionieren dann nicht mehr.',
  deleteToken: 'Schlüssel löschen',
  everywhere: 'Überall sonst abmelden',
  everywhereTitle: 'Überall sonst abmelden?',
  everywhereHelp:
    'Hier bleibst du angemeldet. Überall sonst musst du dich neu anmelden; API-Schlüssel gelten weiter.',
  cancel: 'Abbrechen',
  removed: 'Gerät entfernt.',
  ended: (n) => count(n, { one: 'An # Stelle abgemeldet.', other: 'An # Stellen abgemeldet.' }),
  notDone: 'Das hat nicht geklappt. Prüfe deine Verbindung und versuch es noch einmal.',
  more: (n) => count(n, { one: 'Und # weitere.', other: 'Und # weitere.' }),
};
