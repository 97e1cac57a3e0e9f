/** Words of the public page behind a direct-install link. */
export const en = {
  present: (name: string) =>
    `${name} is signed in here. What this link installs needs no sign-in and is not noted under that name.`,
  other: 'Sign in as somebody else',
  title: 'Install the app',
  from: (organization: string) => `${organization} offers you this app. No sign-in is needed.`,
  fromSomebody: 'You were sent this app. No sign-in is needed.',
  trust: 'Install it only if you expected the link.',
  install: 'Install',
  scanTitle: 'Open this page on your phone or tablet',
  scanHelp: 'Point its camera at the code, then tap Install there.',
  otherTitle: 'On another device',
  code: 'QR code with the address of this page',
  sameAgain: 'If you only see this page again, the app is made for another system than this one.',
  refusedTitle: 'This link cannot install the app',
  refusedHelp:
    'The app may have been withdrawn, or needs a sign-in. Open it in your catalog, or ask whoever sent the link.',
  toCatalog: 'Open in the catalog',
  offline: 'There is no network. Installing needs one; try again when it is back.',
};
