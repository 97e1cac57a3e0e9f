import { createPlurals } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = createPlurals('de');

export const de: typeof en = {
  updates: 'Updates',
  noUpdates: 'Alles ist aktuell',
  noUpdatesWhy: 'Hier stehen Updates der Apps, die dieses Gerät hat.',
  changed: (version) => `Neu in ${version}`,
  mine: 'Meine Apps',
  installed: 'Auf diesem Gerät',
  before: 'Früher geladen',
  nothing: 'Noch keine Apps',
  nothingWhy: 'Hier stehen Apps, die du installierst oder lädst.',
  find: 'Apps finden',
  version: (version) => `Version ${version}`,
  unknownVersion: 'Version nicht bekannt',
  remove: 'Als entfernt markieren',
  removed: (app) => `${app} wurde aus deiner Liste entfernt.`,
  options: (app) => `Mehr zu ${app}`,
  requiredTitle: (n) =>
    count(n, {
      one: 'Installiere diese App, um fortzufahren',
      other: 'Installiere diese # Apps, um fortzufahren',
    }),
  requiredWhy: (n) =>
    count(n, {
      one: 'Deine Organisation verlangt sie auf diesem Gerät. Der Katalog öffnet sich, sobald sie installiert ist.',
      other:
        'Deine Organisation verlangt sie auf diesem Gerät. Der Katalog öffnet sich, sobald alle installiert sind.',
    }),
  versioned: (app, version) => `${app} ${version}`,
  progress: (done, all) => `${done} von ${all}`,
  progressLabel: 'Installiert',
  required: 'Erforderliche Apps',
  by: (date) => `Erforderlich bis ${date}`,
  since: (date) => `Erforderlich seit ${date}`,
  now: 'Jetzt erforderlich',
  ready: 'Installiert',
  soonTitle: (n) => count(n, { one: 'Installiere diese App bald', other: 'Installiere diese # Apps bald' }),
  soonMore: (n) => count(n, { one: 'Und eine weitere.', other: 'Und # weitere.' }),
  soonWhy: 'Danach bleibt der Katalog geschlossen, bis du sie installierst.',
  account: 'Sprache und Abmelden',
  notHere:
    'Auf diesem Computer lässt sich nichts installieren. Öffne den Katalog auf deinem Handy oder Tablet oder mach hier ohne weiter.',
  goOn: 'Weiter',
};
