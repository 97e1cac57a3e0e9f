import type { en } from './profile-messages.en.ts';

export const de: typeof en = {
  sent: 'Dein Gerät lädt ein Profil. Erlaube es, installiere es in den Einstellungen und komm hierher zurück.',
  steps: [
    'Tippe in der Frage nach einem Konfigurationsprofil auf Zulassen. Fragt nichts, öffne diese Seite in Safari.',
    'Öffne Einstellungen und tippe oben auf Profil geladen. Es ist acht Minuten lang da; tippe danach hier auf Erneut versuchen.',
    'Tippe auf Installieren und gib den Code des Geräts ein. iOS warnt vielleicht, dass das Profil nicht signiert ist.',
    'Das Symbol einer Web-App ist dann auf dem Home-Bildschirm.',
  ],
};
