/** Words of what a person sets for this device. */
export const en = {
  appearance: 'Appearance',
  appearances: { system: 'Same as device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  deviceLanguage: 'Same as device',
  storage: {
    title: 'Offline storage',
    used: 'Used',
    usedOf: (used: string, quota: string) => `${used} of ${quota}`,
    pictures: 'Saved pictures',
    kept: 'So that the catalog opens without a network.',
    unknown: 'This browser does not say how much is used.',
    free: 'Free up space',
    freeHelp: 'Removes pictures and pages that can be loaded again. What you wrote stays.',
    freed: (size: string) => `${size} freed.`,
    freedNothing: 'Freed. It may take the browser a while to show it.',
    failed: 'No space could be freed. Try again in a moment.',
    broken:
      'Part of what is saved can’t be read: it stays in this window only, until the catalog is loaded again.',
    newer:
      'A newer version of the catalog has saved data here that this version can’t read. It stays untouched; nothing new is saved for offline use.',
    unread: (count: number) =>
      count === 1
        ? 'One saved record could not be read and was set aside.'
        : `${count} saved records could not be read and were set aside.`,
    unreadHelp: 'The report has them, without passwords or keys. Send it to your support.',
    saveReport: 'Save a report',
    full: 'The device’s storage is full: nothing new is saved for offline use.',
    unavailable:
      'This browser saves nothing: the catalog only works online, and forgets everything with this window.',
  },
  version: {
    title: 'Catalog version',
    field: 'Version',
    latest: 'This is the latest one.',
    offer: 'A new version of the catalog is ready.',
    offerHelp: 'It takes a moment; you stay where you are.',
    update: 'Update now',
    updating: 'Updating…',
    takenBack: 'The new version of the catalog did not start. The one before is back.',
    takenBackHelp: 'Nothing is lost. The next version will be offered here.',
    understood: 'OK',
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
      'Look for the install icon at the end of the address bar, or in the browser’s menu.',
      'Confirm. The catalog opens in a window of its own.',
    ],
    signInAgain: 'The app from the home screen may ask you to sign in once more.',
  },
};
