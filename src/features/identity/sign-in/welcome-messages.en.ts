import { createPlurals } from '../../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of the page behind an invitation's link. */
export const en = {
  title: (name: string) => `Welcome, ${name}`,
  why: (organization: string) =>
    `${organization} has an app catalog for you. Choose a password to get started.`,
  userId: 'Your user ID',
  choose: 'Choose and sign in',
  notGood: 'Your invitation',
  over: 'This invitation has expired, was already used, or was replaced by a newer one. Ask your organization for a new one, or sign in with your password.',
  reset: {
    title: (name: string) => `Hello, ${name}`,
    why: (organization: string) =>
      `Choose a new password for ${organization}’s app catalog. You’ll be signed out everywhere else.`,
    notGood: 'Your link',
    over: 'This link has expired, was already used, or was replaced by a newer one. Get a new one on the sign-in page.',
  },
  signIn: 'Sign in',
  again: 'Try again',
  needs: (list: string) => `At least ${list}`,
  kinds: {
    length: (n: number) => count(n, { one: '# character', other: '# characters' }),
    lowercase: (n: number) => count(n, { one: '# lowercase letter', other: '# lowercase letters' }),
    uppercase: (n: number) => count(n, { one: '# uppercase letter', other: '# uppercase letters' }),
    digits: (n: number) => count(n, { one: '# number', other: '# numbers' }),
    symbols: (n: number) => count(n, { one: '# symbol such as ! or %', other: '# symbols such as ! or %' }),
  },
};
