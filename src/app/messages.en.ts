/** Words of the frame around all screens. */
export const en = {
  nav: 'Main',
  home: 'Home',
  apps: 'Apps',
  search: 'Search',
  updates: 'Updates',
  mine: 'My apps',
  account: 'Account',
  list: 'Apps',
  offline: 'Offline',
  offlineSaved: (ago: string) => `Offline · updated ${ago}`,
  unreachable: 'Can’t reach the service',
  unreachableSaved: (ago: string) => `Can’t reach the service · updated ${ago}`,
  failing: 'The service has a problem. The catalog keeps trying.',
  failingSaved: (ago: string) => `The service has a problem · updated ${ago}`,
  foreign:
    'This network asks you to sign in first, or blocks the service. Open any website to sign in, or use another network.',
  slow: 'Your connection is slow. Still waiting for an answer.',
  half: (have: string, total: string) => `${have} of ${total} apps loaded. The rest are on their way.`,
  busy: 'The service is busy. Trying again.',
  outdated: 'This catalog is out of date. Reload it to see what’s new.',
  notKept: 'This browser doesn’t save data, so the catalog only works online.',
  storageFull: 'Your device is out of storage. Nothing new is saved for offline use.',
  storageBroken: 'Part of what is saved can’t be read: it stays in this window only.',
  storageNewer:
    'A newer version of the catalog has saved data here: this version saves nothing new for offline use.',
  unread: (count: number) =>
    count === 1
      ? 'One of your changes could not be read and was not sent. The report under Account has it.'
      : `${count} of your changes could not be read and were not sent. The report under Account has them.`,
  broken: 'Couldn’t show this page',
  brokenHelp: 'What you wrote is saved. Reload the page. If that doesn’t help, contact support.',
  reload: 'Reload',
  notFound: 'Page not found',
  notFoundHelp: 'The address is mistyped or out of date.',
  toHome: 'Go to Home',
  appearance: 'Appearance and language',
  firstVisit: {
    title: (organization: string) => `Apps from ${organization}`,
    what: 'Find and update the apps your organization has for you, offline too.',
    add: 'Add to home screen',
    install: 'Install the catalog',
    notify: 'Turn on notifications',
    dismiss: 'Got it',
  },
};
