import { createPlurals } from '../../ui/i18n/plural.ts';

const count = createPlurals('en');

export const en = {
  updates: 'Updates',
  noUpdates: 'Everything is up to date',
  noUpdatesWhy: 'Updates appear here for the apps that this device has.',
  changed: (version: string) => `New in ${version}`,
  mine: 'My apps',
  installed: 'On this device',
  before: 'Downloaded before',
  nothing: 'No apps yet',
  nothingWhy: 'Apps that you install or download are listed here.',
  find: 'Find apps',
  version: (version: string) => `Version ${version}`,
  unknownVersion: 'Version not known',
  remove: 'Mark as removed',
  removed: (app: string) => `${app} was removed from your list.`,
  options: (app: string) => `More about ${app}`,
  requiredTitle: (n: number) =>
    count(n, { one: 'Install this app to continue', other: 'Install these # apps to continue' }),
  requiredWhy: (n: number) =>
    count(n, {
      one: 'Your organization requires it on this device. The catalog opens once it is installed.',
      other: 'Your organization requires them on this device. The catalog opens once they are installed.',
    }),
  versioned: (app: string, version: string) => `${app} ${version}`,
  progress: (done: number, all: number) => `${done} of ${all}`,
  progressLabel: 'Installed',
  required: 'Required apps',
  by: (date: string) => `Required by ${date}`,
  since: (date: string) => `Required since ${date}`,
  now: 'Required now',
  ready: 'Installed',
  soonTitle: (n: number) => count(n, { one: 'Install this app soon', other: 'Install these # apps soon' }),
  soonMore: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
  soonWhy: 'After that, the catalog stays closed until you install it.',
  account: 'Language and sign-out',
  notHere:
    'Nothing can be installed on this computer. Open the catalog on your phone or tablet, or continue here without it.',
  goOn: 'Continue',
};
