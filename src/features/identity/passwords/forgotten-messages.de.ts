import type { en } from './forgotten-messages.en.ts';

export const de: typeof en = {
  title: 'Passwort vergessen?',
  why: 'Wir schicken dir per E-Mail einen Link, mit dem du ein neues wählst.',
  name: 'Benutzer-ID oder E-Mail-Adresse',
  missing: 'Gib deine Benutzer-ID oder deine E-Mail-Adresse ein.',
  send: 'Link schicken',
  sent: 'Wenn es ein solches Konto mit einer E-Mail-Adresse gibt, ist der Link unterwegs. Er gilt einmal und 30 Minuten lang. Wenn keine E-Mail ankommt, wende dich an deine Organisation.',
  back: 'Anmelden',
};
