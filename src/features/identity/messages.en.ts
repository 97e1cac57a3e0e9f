import { createPlurals } from '../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of signing in and out, and of the person's own card. */
export const en = {
  title: 'Sign in',
  userId: 'User ID',
  userIdHint: 'See your invitation email',
  userIdMissing: 'Enter your user ID.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  remember: 'Stay signed in',
  rememberHint: 'Not on a device that others use too',
  signIn: 'Sign in',
  forgotten: 'Forgot your password?',
  help: 'Trouble signing in? Contact',
  problem: {
    wrong: 'Wrong user ID or password.',
    wrongPassword: 'Wrong password.',
    wrongHelp: 'Check both and try again.',
    wrongPasswordHelp: 'Check it and try again.',
    waitSeconds: (n: number) =>
      count(n, { one: 'Wait # second, then try again.', other: 'Wait # seconds, then try again.' }),
    notOpened:
      'The service can’t be reached right now, and this password doesn’t unlock the data on this device.',
    locked: (time: string) => `The account is locked until ${time}.`,
    lockedSoon: 'The account is locked for a while.',
    lockedHelp: 'There were too many wrong passwords. What you entered stays here; try again then.',
    disabled: 'Your account is disabled.',
    deleted: 'Your account was deleted.',
    accountHelp: 'Only your organization can change that.',
    contact: 'Contact',
    firstEnded: 'This first password has expired.',
    firstEndedHelp: 'Ask the person who gave it to you for a new one.',
    device: 'This device is disabled.',
    offline: 'You’re offline.',
    offlineHelp: 'Connect to the internet to sign in. What you entered stays here.',
    unreachable: 'The service can’t be reached.',
    unreachableHelp: 'What you entered stays here. Try again in a moment, or on another network.',
    foreign: 'This network asks you to sign in first.',
    foreignHelp:
      'What you entered stays here. Open any website to sign in to the network, or use another one. Then try again.',
    incomplete: 'This page didn’t load completely.',
    incompleteHelp: 'The connection was lost. When you’re back online, reload the page and sign in.',
    reload: 'Reload',
    tooMany: 'Too many attempts from this network.',
    tooManyHelp: (minutes: number) =>
      count(minutes, { one: 'Wait # minute, then try again.', other: 'Wait # minutes, then try again.' }),
    server: 'Something went wrong at the service.',
    serverHelp: 'What you entered stays here. Try again in a moment.',
    busy: 'The service is busy or restarting.',
    busyHelp: 'What you entered stays here. Try again in a moment.',
    page: 'Something went wrong on this page.',
    pageHelp: 'Reload the page. If it keeps happening, contact support with the details.',
    https: 'This address isn’t secure.',
    httpsHelp: 'Open the catalog with https:// at the start of its address.',
    refused: 'The service didn’t allow this.',
    refusedHelp: 'Try again. If it keeps happening, contact support with the details.',
  },
  newPassword: {
    title: 'Choose a new password',
    back: 'Back',
  },
  ended: {
    title: 'Please sign in again',
    unknown: 'Your session has ended. You stay on this page, and nothing is lost.',
    waiting: (n: number) =>
      count(n, {
        one: '# change is saved on this device and will be sent once you’ve signed in.',
        other: '# changes are saved on this device and will be sent once you’ve signed in.',
      }),
    signOut: 'Sign out instead',
    later: 'Not now, continue offline',
  },
  signOut: {
    button: 'Sign out',
    title: 'Sign out?',
    deleted: 'This removes from this device:',
    items: [
      'the catalog, its pictures, and the pages you’ve opened',
      'your settings and your list of installed apps',
      'your sign-in',
    ],
    kept: 'Installed apps stay, and nothing is deleted from your account.',
    unsent: (n: number) =>
      count(n, { one: '# change hasn’t been sent yet.', other: '# changes haven’t been sent yet.' }),
    unsentHelp: 'Signing out deletes them for good.',
    confirm: 'Sign out',
    confirmLosing: 'Sign out and delete',
    stay: 'Stay signed in',
    failed: 'Couldn’t sign you out. Close the catalog’s other windows and try again.',
  },
  person: {
    userId: 'User ID',
    email: 'Email',
    phone: 'Phone',
    session: 'Session expires',
  },
};
