import { createPlurals } from '../../../ui/i18n/plural.ts';
import type { en } from './change-messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  title: 'Passwort ändern',
  current: 'Aktuelles Passwort',
  currentMissing: 'Gib dein aktuelles Passwort ein.',
  wrong: 'Das ist nicht dein aktuelles Passwort.',
  endOthers: 'Überall sonst abmelden',
  endOthersHint: 'Empfohlen, wenn jemand anderes dein Passwort kennen könnte.',
  save: 'Passwort ändern',
  changed: (ended) =>
    ended === 0
      ? 'Passwort geändert.'
      : count(ended, {
          one: 'Passwort geändert. Du wurdest an einer anderen Stelle abgemeldet.',
          other: 'Passwort geändert. Du wurdest an # anderen Stellen abgemeldet.',
        }),
};
