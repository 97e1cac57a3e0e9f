/** Words of the frame around all screens. */
export const en = {
  nav: 'Main',
  home: 'Home',
  apps: 'Apps',
  search: 'Search',
  updates: 'Updates',
  mine: 'Mine',
  account: 'Account',
  list: 'Apps',
  offline: 'Offline',
  offlineSaved: (ago: string) => `Offline. Saved ${ago}.`,
  unreachable: 'The service can’t be reached.',
  unreachableSaved: (ago: string) => `The service can’t be reached. Saved ${ago}.`,
  failing: 'The service has a problem. The catalog keeps trying.',
  failingSaved: (ago: string) => `The service has a problem. Saved ${ago}.`,
  foreign:
    'This network asks for a sign-in of its own, or blocks the service. Open any web page to sign in, or use another network.',
  busy: 'The service is busy. Trying again.',
  slow: 'The connection is slow. Still waiting for an answer.',
  half: (have: string, total: string) => `${have} of ${total} apps are here. The others follow.`,
  outdated: 'This catalog is out of date. Reload it to see what’s new.',
  notKept: 'This browser saves nothing: the catalog only works online.',
  storageFull: 'The device’s storage is full: nothing new is saved for offline use.',
  storageBroken: 'Part of what is saved can’t be read: it stays in this window only.',
  storageNewer:
    'A newer version of the catalog has saved data here: this version saves nothing new for offline use.',
  unread: (count: number) =>
    count === 1
      ? 'One of your changes could not be read and was not sent. The report under Account has it.'
      : `${count} of your changes could not be read and were not sent. The report under Account has them.`,
  broken: 'This page could not be shown',
  brokenHelp: 'What you wrote is kept. Load the page again; if that does not help, tell your support.',
  reload: 'Load again',
  notFound: 'There is no such page',
  notFoundHelp: 'The address is out of date or mistyped.',
  toHome: 'To the catalog',
  appearance: 'Appearance and language',
};
