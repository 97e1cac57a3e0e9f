import type { en } from './messages.en.ts';

export const de: typeof en = {
  language: 'de',
  title: 'Bedingungen',
  titleOf: (name) => `Bedingungen: ${name}`,
  why: (organization) =>
    `${organization} bittet dich, die Bedingungen anzunehmen, bevor du den Katalog benutzt.`,
  whyApp: 'Diese App hat eigene Bedingungen. Nimm sie an, um sie zu installieren.',
  version: (number, date) => `Version ${number} vom ${date}`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  withdraw: 'Zustimmung widerrufen',
  acceptedOn: (date) => `Du hast sie am ${date} angenommen.`,
  declinedOn: (date) => `Du hast sie am ${date} abgelehnt.`,
  closed: 'Der Katalog bleibt geschlossen, bis du sie annimmst. Das kannst du jederzeit tun.',
  closedApp: 'Die App kann nicht installiert werden, bis du sie annimmst. Das kannst du jederzeit tun.',
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  open: 'Noch nicht angenommen',
  sentLater:
    'Deine Antwort ist gespeichert und wird gesendet, sobald du wieder online bist. Dann kannst du die App installieren.',
  failed: 'Die Bedingungen konnten nicht geladen werden.',
};
