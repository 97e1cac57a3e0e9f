import type { en } from './push-messages.en.ts';

export const de: typeof en = {
  title: 'Wenn der Katalog geschlossen ist',
  why: 'Dieses Gerät kann dir sagen, wenn deine Organisation dir schreibt, eine deiner Apps eine neue Version hat oder jemand auf deine Bewertung antwortet. Dein Browser fragt dich vorher.',
  on: 'Auf diesem Gerät melden',
  kinds: {
    messages: 'Nachrichten deiner Organisation',
    updates: 'Neue Versionen deiner Apps',
    replies: 'Antworten auf deine Bewertungen',
  },
  unsupported:
    'Dieser Browser kann nichts melden, wenn der Katalog geschlossen ist. Auf iPhone und iPad muss der Katalog zuerst auf den Home-Bildschirm. Alle Nachrichten stehen in der Liste.',
  denied:
    'Du erlaubst dieser Seite keine Mitteilungen. Das kannst du in den Einstellungen deines Browsers ändern. Alle Nachrichten stehen in der Liste.',
  notAllowed: 'Dein Browser hat es nicht erlaubt. Alle Nachrichten stehen in der Liste.',
  terms:
    'Stimme zuerst den Bedingungen deiner Organisation zu. Bis dahin wird nichts gemeldet, und du kannst alles ausschalten.',
  failed: 'Das konnte nicht geändert werden. Versuche es später noch einmal.',
  offline: 'Das konnte jetzt nicht geändert werden. Versuche es wieder, sobald es Netz gibt.',
};
