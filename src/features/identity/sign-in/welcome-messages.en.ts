import { pluralsOf } from '../../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words of the page behind an invitation's link. */
export const en = {
  title: (name: string) => `Welcome, ${name}`,
  why: (organization: string) =>
    `${organization} has an app catalog for you. Choose a password to get started.`,
  userId: 'Your user ID',
  choose: 'Choose and sign in',
  notGood: 'Your invitation',
  over: 'This invitation was used already, is too old, or was replaced by a newer one. Ask your organization for another, or sign in with the password that you have.',
  reset: {
    title: (name: string) => `Hello, ${name}`,
    why: (organization: string) =>
      `Choose another password for the app catalog of ${organization}. You are signed out everywhere else.`,
    notGood: 'Your link',
    over: 'This link was used already, is too old, or was replaced by a newer one. Ask for another on the sign-in page.',
  },
  signIn: 'Sign in',
  again: 'Try again',
  needs: (list: string) => `At least ${list}`,
  kinds: {
    length: (n: number) => count(n, { one: '# character', other: '# characters' }),
    lowercase: (n: number) => count(n, { one: '# lower-case letter', other: '# lower-case letters' }),
    uppercase: (n: number) => count(n, { one: '# upper-case letter', other: '# upper-case letters' }),
    digits: (n: number) => count(n, { one: '# digit', other: '# digits' }),
    symbols: (n: number) => count(n, { one: '# symbol such as ! or %', other: '# symbols such as ! or %' }),
  },
};
