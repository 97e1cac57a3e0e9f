import { pluralsOf } from '../../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words of choosing a new password, which is seldom. */
export const en = {
  expired: 'You need a new password.',
  expiredHelp: 'Choose one that only you know, and you are signed in.',
  field: 'New password',
  missing: 'Type a new password.',
  same: 'That is the old one. Choose another.',
  rules: {
    spaces: () => 'A password has no spaces.',
    length: (n: number) => `It needs at least ${n} characters.`,
    lowercase: (n: number) =>
      count(n, { one: 'It needs # lower-case letter.', other: 'It needs # lower-case letters.' }),
    uppercase: (n: number) =>
      count(n, { one: 'It needs # upper-case letter.', other: 'It needs # upper-case letters.' }),
    digits: (n: number) => count(n, { one: 'It needs # digit.', other: 'It needs # digits.' }),
    symbols: (n: number) =>
      count(n, { one: 'It needs # symbol such as ! or %.', other: 'It needs # symbols such as ! or %.' }),
    common: () => 'This is one of the most used passwords, which are guessed first. Choose another.',
    context: () =>
      'It is made of names that others know: yours, your organization’s or the service’s. Add other words.',
    breached: () => 'This password is known from a breach of another service. Choose another.',
    history: (n: number) =>
      count(n, {
        one: 'That was your last one. Choose another.',
        other: 'That was one of your last #. Choose another.',
      }),
  },
  save: 'Change and sign in',
  refused: 'Your organization’s rules do not allow this password.',
};
