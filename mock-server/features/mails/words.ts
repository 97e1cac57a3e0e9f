import type { MailLanguage } from '../../../contract/mails.ts';

interface MailWords {
  subject: string;
  text: string;
}

/** The ending of a mail that comes without the person having just asked for it. */
const ending = {
  en: '\n\nYour organization sends this mail once a week. Don’t want it any more? {unsubscribe}\n',
  de: '\n\nDeine Organisation schickt diese Mail einmal pro Woche. Möchtest du es nicht mehr bekommen? {unsubscribe}\n',
};

/** The weekly summary for administrators. */
export const summaryWords: Record<MailLanguage, MailWords> = {
  en: {
    subject: 'Your app catalog of {organization}: the week from {from} to {to}',
    text: `Hello {first_name},

this happened in the app catalog of {organization} from {from} to {to} (UTC):

New users: {newUsers}
Failed sign-ins: {failedSignIns}
Downloads: {downloads}
Reviews: {reviews}
People past a deadline now: {overdue}

{link}${ending.en}`,
  },
  de: {
    subject: 'Dein App-Katalog von {organization}: die Woche vom {from} bis {to}',
    text: `Hallo {first_name},

das geschah im App-Katalog von {organization} vom {from} bis {to} (UTC):

Neue Benutzer: {newUsers}
Fehlgeschlagene Anmeldungen: {failedSignIns}
Downloads: {downloads}
Bewertungen: {reviews}
Personen, deren Frist jetzt abgelaufen ist: {overdue}

{link}${ending.de}`,
  },
};

/** Deadlines of applications that a person has to install. */
export const deadlineWords: Record<MailLanguage, MailWords> = {
  en: {
    subject: 'Apps that {organization} requires on your devices',
    text: `Hello {first_name},

{organization} requires apps that are missing or out of date on your devices:

{apps}

Install them from the app catalog:

{link}${ending.en}`,
  },
  de: {
    subject: 'Apps, die {organization} auf deinen Geräten verlangt',
    text: `Hallo {first_name},

{organization} verlangt Apps, die auf deinen Geräten fehlen oder veraltet sind:

{apps}

Installiere sie aus dem App-Katalog:

{link}${ending.de}`,
  },
};

/** One application with its deadline. */
export const deadlineLine: Record<
  MailLanguage,
  (application: string, date: string, isPast: boolean) => string
> = {
  en: (application, date, isPast) => `${application}: ${isPast ? 'was due on' : 'by'} ${date}`,
  de: (application, date, isPast) => `${application}: ${isPast ? 'war fällig am' : 'bis'} ${date}`,
};

/** The words of the page to which the link in a mail leads. */
export const pageWords = {
  en: {
    title: 'Weekly mails',
    kinds: { summary: 'Weekly summary', deadlines: 'Deadlines of apps' },
    subscribed: 'You get this mail once a week:',
    unsubscribed: 'You no longer get this mail:',
    unsubscribe: 'Unsubscribe',
    again: 'Subscribe again',
  },
  de: {
    title: 'Wöchentliche Mails',
    kinds: { summary: 'Wöchentliche Zusammenfassung', deadlines: 'Fristen von Apps' },
    subscribed: 'Du bekommst diese Mail einmal pro Woche:',
    unsubscribed: 'Du bekommst diese Mail nicht mehr:',
    unsubscribe: 'Abbestellen',
    again: 'Wieder bestellen',
  },
} as const satisfies Record<MailLanguage, object>;
