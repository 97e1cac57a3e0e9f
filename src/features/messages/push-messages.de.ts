import type { en } from './push-messages.en.ts';

export const de: typeof en = {
  title: 'Benachrichtigungen',
  why: 'Erfahre sofort von Nachrichten deiner Organisation, neuen Versionen deiner Apps und Antworten auf deine Bewertungen. Dein Browser fragt dich vorher.',
  on: 'Benachrichtigungen einschalten',
  kinds: {
    messages: 'Nachrichten deiner Organisation',
    updates: 'Neue Versionen deiner Apps',
    replies: 'Antworten auf deine Bewertungen',
  },
  unsupported:
    'Dieser Browser unterstützt keine Benachrichtigungen. Auf iPhone und iPad muss der Katalog zuerst auf den Home-Bildschirm. Alle Nachrichten findest du weiterhin unter Nachrichten.',
  denied:
    'Benachrichtigungen sind für diese Seite blockiert. Erlaube sie in den Einstellungen deines Browsers. Alle Nachrichten findest du weiterhin unter Nachrichten.',
  notAllowed:
    'Dein Browser hat Benachrichtigungen nicht erlaubt. Alle Nachrichten findest du weiterhin unter Nachrichten.',
  terms:
    'Nimm zuerst die Bedingungen deiner Organisation an. Bis dahin bekommst du keine Benachrichtigungen und kannst alles ausschalten.',
  failed: 'Das konnte nicht geändert werden. Versuch es später noch einmal.',
  offline: 'Das konnte nicht geändert werden. Versuch es noch einmal, wenn du wieder online bist.',
};
