import { pluralsOf } from '../../ui/i18n/plural.ts';
import type { en } from './messages.en.ts';

const count = pluralsOf('de');

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
  remove: 'Ich habe sie entfernt',
  removed: (app) => `${app} ist als entfernt vermerkt.`,
  options: (app) => `Mehr zu ${app}`,
  requiredTitle: (n) => count(n, { one: 'Eine App, bevor es losgeht', other: '# Apps, bevor es losgeht' }),
  requiredWhy:
    'Deine Organisation verlangt sie auf diesem Gerät. Der übrige Katalog öffnet sich, sobald sie installiert sind.',
  progress: (done, all) => `${done} von ${all}`,
  progressLabel: 'Installiert',
  required: 'Pflicht-Apps',
  by: (date) => `Pflicht ab ${date}`,
  now: 'jetzt Pflicht',
  ready: 'bereit',
  notHere:
    'Diese Apps sind für eine andere Art von Gerät. Öffne den Katalog dort, oder mach hier ohne sie weiter.',
  goOn: 'Weiter',
};
