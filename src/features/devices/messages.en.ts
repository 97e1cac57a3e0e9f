import { createPlurals } from '../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of the list of a person's devices, and of where else they are signed in. */
export const en = {
  title: 'Where you’re signed in',
  thisDevice: 'This device',
  active: (ago: string) => `Last active ${ago}`,
  added: (date: string) => `Added ${date}`,
  since: (date: string) => `Since ${date}`,
  from: (address: string) => `from ${address}`,
  signedOut: 'Signed out',
  disabled: 'Disabled by your organization',
  unknown: 'Unknown device',
  browser: 'Browser session',
  token: (lastFour: string) => `API token ending in ${lastFour}`,
  failed: 'Your devices couldn’t be loaded.',
  needsNetwork: 'Connect to the internet to sign out or remove other devices.',
  saved: (ago: string) => `Last updated ${ago}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHelp:
    'You’re signed out there, and the device leaves this list. Apps stay installed. Signing in there adds it again.',
  signOut: 'Sign out',
  signOutNamed: (name: string) => `Sign out ${name}`,
  signOutTitle: (name: string) => `Sign out ${name}?`,
  signOutHelp: 'Whoever uses it has to sign in again.',
  tokenHelp: 'Programs that use this token stop working.',
  deleteToken: 'Delete token',
  everywhere: 'Sign out everywhere else',
  everywhereTitle: 'Sign out everywhere else?',
  everywhereHelp:
    'You stay signed in here. Everywhere else you have to sign in again; API tokens keep working.',
  cancel: 'Cancel',
  removed: 'Device removed.',
  ended: (n: number) => count(n, { one: 'Signed out in # place.', other: 'Signed out in # places.' }),
  notDone: 'That didn’t work. Check your connection and try again.',
  more: (n: number) => count(n, { one: 'And # more.', other: 'And # more.' }),
};
