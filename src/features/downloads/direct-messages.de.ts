import type { en } from './direct-messages.en.ts';

export const de: typeof en = {
  present: (name) =>
    `${name} ist hier angemeldet. Dieser Link funktioniert ohne Anmeldung, und die Installation wird nicht für ${name} vermerkt.`,
  other: 'Als jemand anderes anmelden',
  title: 'App installieren',
  from: (organization) => `${organization} bietet dir diese App an. Du musst dich nicht anmelden.`,
  fromSomebody: 'Jemand hat dir diese App geschickt. Du musst dich nicht anmelden.',
  trust: 'Installiere sie nur, wenn du diesen Link erwartet hast.',
  install: 'Installieren',
  scanTitle: 'Öffne diese Seite auf deinem Telefon oder Tablet',
  scanHelp: 'Richte dessen Kamera auf den Code und tippe dort auf Installieren.',
  otherTitle: 'Auf einem anderen Gerät',
  code: 'QR-Code mit der Adresse dieser Seite',
  sameAgain: 'Erscheint nur wieder diese Seite, ist die App für ein anderes System.',
  refusedTitle: 'Mit diesem Link lässt sich die App nicht installieren',
  refusedHelp:
    'Vielleicht wurde die App zurückgezogen oder verlangt eine Anmeldung. Öffne sie in deinem Katalog oder frag die Person, die dir den Link geschickt hat.',
  toCatalog: 'Im Katalog öffnen',
  offline: 'Du bist offline. Zum Installieren brauchst du eine Internetverbindung.',
};
