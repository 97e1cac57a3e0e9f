import { createPlurals } from '../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words for what was sent to a person. */
export const en = {
  title: 'Messages',
  unread: (n: number) => count(n, { one: '# new message', other: '# new messages' }),
  allRead: 'No new messages.',
  isNew: 'New',
  /** By the kind of the message; `name` is the organization's of a message to a group, otherwise the app's. */
  headings: {
    group_message: (name: string) => `Message from ${name}`,
    application_message: (name: string) => `About ${name}`,
    update_notice: (name: string) => `${name} has an update`,
    deadline_notice: (name: string) => `${name} is required`,
    review_reply: (name: string) => `Reply to your review of ${name}`,
  },
  from: (organization: string) => `From ${organization}`,
  to: (group: string) => `To ${group}`,
  update: (version: string) => `Version ${version} is available.`,
  requiredBy: (date: string) => `Install this app by ${date}.`,
  requiredNow: 'This app is required now.',
  toApp: 'View app',
  none: 'No messages yet',
  noneWhy:
    'Messages from your organization, new versions of your apps, and replies to your reviews appear here.',
  failed: 'Your messages couldn’t be loaded.',
  saved: (ago: string) => `Last updated ${ago}`,
};
