import type { en } from './messages.en.ts';

export const de: typeof en = {
  title: 'Support kontaktieren',
  help: 'Hilfe',
  explain: 'Der Support deiner Organisation bekommt deine Nachricht mit dem, was dieses Gerät weiß.',
  question: 'Was ist passiert? (optional)',
  count: (used, max) => `${used} von ${max} Zeichen`,
  send: 'An den Support senden',
  mail: 'Stattdessen eine E-Mail schreiben',
  facts: (reference) =>
    `Mitgesendet werden App, Version, System, Browser und Uhrzeit. Referenz: ${reference}`,
  sent: (reference) =>
    `Deine Nachricht ist gespeichert und wird gesendet, sobald es eine Verbindung gibt. Referenz: ${reference}`,
  address: 'Support',
  close: 'Schließen',
  defer: 'Einen Tag ohne sie weitermachen',
  deferWhy: 'Deine Organisation sieht das. Nach einem Tag ist die App wieder erforderlich.',
  subject: (app, reference) => `Hilfe zu ${app} (${reference})`,
  someApp: 'dem App-Katalog',
  mailLines: {
    app: 'App',
    symptom: 'Ich sehe',
    system: 'System',
    browser: 'Browser',
    time: 'Uhrzeit',
    reference: 'Referenz',
    catalog: 'Katalog',
  },
};
