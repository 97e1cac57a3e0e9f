import type { en } from './messages.en.ts';

export const de: typeof en = {
  title: 'Geräte',
  thisDevice: 'Dieses Gerät',
  active: (ago) => `Aktiv ${ago}`,
  added: (date) => `Hinzugefügt am ${date}`,
  disabled: 'Von deiner Organisation deaktiviert',
  unknown: 'Unbekanntes Gerät',
  failed: 'Deine Geräte konnten nicht geladen werden.',
  saved: (ago) => `Stand: ${ago}`,
};
