/** Words of what a person sets for this device. */
export const en = {
  appearance: 'Appearance',
  appearances: { system: 'Same as device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  deviceLanguage: 'Same as device',
  slash: 'Search with the / key',
  slashHint: 'Ctrl-K or Command-K always opens the search.',
  storage: {
    title: 'Offline storage',
    used: 'Used',
    usedOf: (used: string, quota: string) => `${used} of ${quota}`,
    pictures: 'Saved pictures',
    kept: 'This lets the catalog open offline.',
    unknown: 'This browser doesn’t tell how much is used.',
    free: 'Free up space',
    freeHelp: 'Removes pictures and pages, which load again when you need them. What you wrote stays.',
    freed: (size: string) => `Freed ${size}.`,
    freedNothing: 'Done. Your browser may take a while to show it.',
    failed: 'Couldn’t free up space. Try again in a moment.',
    broken:
      'Some saved data can’t be read. New data stays in this window only, until you reload the catalog.',
    newer:
      'A newer version of the catalog saved data here that this version can’t read. It’s left as it is, and nothing new is saved for offline use.',
    unread: (count: number) =>
      count === 1
        ? 'One saved item couldn’t be read and was set aside.'
        : `${count} saved items couldn’t be read and were set aside.`,
    unreadHelp: 'The report contains them, without passwords or keys. Send it to support.',
    saveReport: 'Save report',
    full: 'Your device is out of storage. Nothing new is saved for offline use.',
    unavailable:
      'This browser doesn’t save data, so the catalog only works online and forgets everything when you close this window.',
  },
  version: {
    title: 'Catalog version',
    field: 'Version',
    latest: 'You have the latest version.',
    offer: 'A new version of the catalog is ready.',
    offerHelp: 'Updating takes a moment. You stay on this page.',
    update: 'Update now',
    updating: 'Updating…',
    takenBack: 'The new version of the catalog didn’t start. The previous one is back.',
    takenBackHelp: 'Nothing is lost. You’ll find the next version here.',
    understood: 'OK',
  },
  home: {
    title: 'On the home screen',
    why: 'The catalog then opens like an app, offline too.',
    already: 'The catalog is on the home screen.',
    add: 'Add to the home screen',
    ios: [
      'Tap Share in Safari’s toolbar: the square with the arrow. On iPad, it’s at the top.',
      'Scroll down and tap Add to Home Screen.',
      'Tap Add. From now on, open the catalog from its icon.',
    ],
    iosOther: 'If you don’t see it, open this page in Safari.',
    android: [
      'Tap the browser’s menu: the three dots.',
      'Tap Install app or Add to home screen.',
      'Confirm. You’ll find the icon on the home screen or in your apps.',
    ],
    desk: [
      'Look for the install icon at the end of the address bar, or in the browser’s menu.',
      'Confirm. The catalog opens in its own window.',
    ],
    signInAgain: 'When you first open it from the home screen, you may have to sign in again.',
  },
};
