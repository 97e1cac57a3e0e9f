import { createPlurals } from '../../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of changing the password in the account. */
export const en = {
  title: 'Change password',
  current: 'Current password',
  currentMissing: 'Enter your current password.',
  wrong: 'This isn’t your current password.',
  endOthers: 'Sign out everywhere else',
  endOthersHint: 'Recommended if someone else may know your password.',
  save: 'Change password',
  changed: (ended: number) =>
    ended === 0
      ? 'Password changed.'
      : count(ended, {
          one: 'Password changed. You were signed out in # other place.',
          other: 'Password changed. You were signed out in # other places.',
        }),
};
