import { pluralsOf } from '../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words of what a person sets for this device. */
export const en = {
  appearance: 'Appearance',
  appearances: { system: 'As the device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  deviceLanguage: 'As the device',
  storage: {
    title: 'Offline storage',
    used: 'Used on this device',
    usedOf: (used: string, quota: string) => `${used} of ${quota}`,
    pictures: (n: number) => count(n, { one: '# picture', other: '# pictures' }),
    kept: 'So that the catalog opens without a network.',
    unknown: 'This browser does not say how much is used.',
    free: 'Free it',
    freeHelp: 'Removes pictures and pages that can be loaded again. What you wrote stays.',
    freed: (size: string) => `${size} freed.`,
    freedNothing: 'Freed. The browser counts it in a while.',
    failed: 'It could not be freed. Try again in a moment.',
    full: 'The device’s storage is full: nothing new is kept for offline use.',
    unavailable: 'This browser keeps nothing: the catalog works online only, and ends with this window.',
  },
  version: {
    title: 'Catalog version',
    field: 'Version',
    latest: 'This is the latest one.',
    offer: 'A new version of the catalog is ready.',
    offerHelp: 'It takes a moment; you stay where you are.',
    update: 'Update now',
    updating: 'Updating…',
  },
  home: {
    title: 'On the home screen',
    why: 'The catalog then opens like an app, also without a network.',
    already: 'The catalog is on the home screen.',
    add: 'Add to the home screen',
    ios: [
      'Tap Share in the bar of Safari: the square with the arrow. On an iPad it is at the top.',
      'Scroll down and tap Add to Home Screen.',
      'Tap Add. Open the catalog from its icon from now on.',
    ],
    iosOther: 'If Share has no such line, open this page in Safari.',
    android: [
      'Tap the menu of the browser: the three dots.',
      'Tap Install app or Add to home screen.',
      'Confirm. The icon is on the home screen or among the apps.',
    ],
    desk: [
      'Look for the install sign at the end of the address bar, or in the browser’s menu.',
      'Confirm. The catalog opens in a window of its own.',
    ],
    signInAgain: 'The app from the home screen may ask you to sign in once more.',
  },
};
