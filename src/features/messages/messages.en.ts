import { pluralsOf } from '../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words for what was sent to a person. */
export const en = {
  title: 'Messages',
  unread: (n: number) => count(n, { one: '# new message', other: '# new messages' }),
  allRead: 'No new messages.',
  isNew: 'New',
  reply: (app: string) => `Reply to your review of ${app}`,
  update: (version: string) => `Version ${version} is available.`,
  requiredBy: (date: string) => `Install this app by ${date}.`,
  requiredNow: 'This app is required now.',
  toApp: 'Open the app’s page',
  none: 'No messages',
  noneWhy:
    'What your organization sends to you, new versions of your apps and replies to your reviews are listed here.',
  failed: 'The messages could not be loaded.',
  saved: (ago: string) => `Saved ${ago}.`,
};
