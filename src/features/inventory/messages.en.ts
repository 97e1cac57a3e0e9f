import { pluralsOf } from '../../ui/i18n/plural.ts';

const count = pluralsOf('en');

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
  remove: 'I removed it',
  removed: (app: string) => `${app} is noted as removed.`,
  options: (app: string) => `More about ${app}`,
  requiredTitle: (n: number) =>
    count(n, { one: 'One app before you start', other: '# apps before you start' }),
  requiredWhy:
    'Your organization requires these on this device. The rest of the catalog opens once they are installed.',
  progress: (done: number, all: number) => `${done} of ${all}`,
  progressLabel: 'Installed',
  required: 'Required apps',
  by: (date: string) => `required by ${date}`,
  now: 'required now',
  ready: 'ready',
  notHere:
    'These apps are for another kind of device. Open the catalog there, or continue here without them.',
  goOn: 'Continue',
};
