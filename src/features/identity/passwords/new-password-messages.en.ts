import { createPlurals } from '../../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of choosing a new password, which is seldom. */
export const en = {
  expired: 'You need a new password.',
  expiredHelp: 'Choose one that only you know.',
  field: 'New password',
  missing: 'Enter a new password.',
  same: 'This is your current password. Choose a different one.',
  rules: {
    spaces: () => 'Passwords can’t contain spaces.',
    length: (n: number) => `Use at least ${n} characters.`,
    lowercase: (n: number) =>
      count(n, { one: 'Use at least # lowercase letter.', other: 'Use at least # lowercase letters.' }),
    uppercase: (n: number) =>
      count(n, { one: 'Use at least # uppercase letter.', other: 'Use at least # uppercase letters.' }),
    digits: (n: number) => count(n, { one: 'Use at least # number.', other: 'Use at least # numbers.' }),
    symbols: (n: number) =>
      count(n, {
        one: 'Use at least # symbol, such as ! or %.',
        other: 'Use at least # symbols, such as ! or %.',
      }),
    common: () => 'This password is too common and easy to guess. Choose a different one.',
    context: () => 'Don’t build your password from your name or your organization’s. Add other words.',
    breached: () => 'This password was exposed in a data breach elsewhere. Choose a different one.',
    interval: () => 'You changed your password a short while ago. Try again later.',
    history: (n: number) =>
      count(n, {
        one: 'You used this password before. Choose a different one.',
        other: 'This is one of your last # passwords. Choose a different one.',
      }),
  },
  save: 'Change and sign in',
  refused: 'Your organization’s rules don’t allow this password.',
};
