/** Words of the public page behind a direct-install link. */
export const en = {
  present: (name: string) =>
    `${name} is signed in here. This link works without a sign-in, and the install isn’t recorded for ${name}.`,
  other: 'Sign in as someone else',
  title: 'Install the app',
  from: (organization: string) => `${organization} offers you this app. You don’t need to sign in.`,
  fromSomebody: 'Someone sent you this app. You don’t need to sign in.',
  trust: 'Only install it if you expected this link.',
  install: 'Install',
  scanTitle: 'Open this page on your phone or tablet',
  scanHelp: 'Point its camera at the code, then tap Install there.',
  otherTitle: 'On another device',
  code: 'QR code with the address of this page',
  sameAgain: 'If you only see this page again, the app is for a different system.',
  refusedTitle: 'This link can’t install the app',
  refusedHelp:
    'The app may have been withdrawn or need a sign-in. Open it in your catalog, or ask whoever sent you the link.',
  toCatalog: 'Open in the catalog',
  offline: 'You’re offline. Connect to the internet to install the app.',
};
