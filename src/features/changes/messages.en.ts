import { createPlurals } from '../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words for what waits to be sent, and what was not accepted. */
export const en = {
  title: 'Your changes',
  allSent: 'All changes sent',
  waitingLine: (n: number) => count(n, { one: '# change not sent yet.', other: '# changes not sent yet.' }),
  refusedLine: (n: number) =>
    count(n, { one: '# change wasn’t accepted.', other: '# changes weren’t accepted.' }),
  unkeptLine: (n: number) =>
    count(n, {
      one: '# change couldn’t be saved on this device. Keep this page open until it has been sent.',
      other: '# changes couldn’t be saved on this device. Keep this page open until they have been sent.',
    }),
  badge: (n: number) => count(n, { one: '# change not sent', other: '# changes not sent' }),
  refused: 'Not accepted',
  waiting: 'Waiting',
  none: 'All changes sent',
  noneWhy:
    'What you do offline is listed here until it’s sent. If something isn’t accepted, it stays here until you decide what to do.',
  what: {
    review: (app: string) => `Your review of ${app}`,
    opinion: (app: string) => `Your rating of ${app}`,
    deletedReview: (app: string) => `Deleting your review of ${app}`,
    installed: (app: string) => `Installed: ${app}`,
    removed: (app: string) => `Removed: ${app}`,
    terms: 'Your answer to the terms',
    read: 'Messages marked as read',
    opened: (app: string) => `Opened: ${app}`,
    deferral: (app: string) => `Continued without ${app}`,
    support: 'Your message to support',
    unknown: (app: string) => `A change to ${app}`,
  },
  someApp: 'an app',
  made: (when: string) => `Changed ${when}`,
  sending: 'Sending…',
  soon: 'Will be sent in a moment.',
  whenOnline: 'Will be sent when you’re back online.',
  byItself: 'Not sent yet. It will be tried again automatically.',
  foreign: 'This network blocks the catalog. It will be tried again automatically.',
  afterEarlier: 'Will be sent after an earlier change.',
  afterPause: 'The service is busy. It will be sent a little later.',
  afterPauseUntil: (time: string) =>
    `You sent a lot in a short time. This will be sent after ${time}; you can go on using the catalog.`,
  afterTerms: 'Will be sent when you accept the terms.',
  afterSignIn: 'Will be sent when you sign in again.',
  unkept: 'It couldn’t be saved on this device. Keep this page open until it has been sent.',
  earlier: (n: number) =>
    count(n, {
      one: '# change from an earlier account can’t be sent.',
      other: '# changes from an earlier account can’t be sent.',
    }),
  earlierWhy:
    'Your organization was set up again, so you have a new account. What you wrote before is still locked on this device.',
  deleteEarlier: 'Delete from this device',
  again: 'Try again',
  change: 'Edit',
  toApp: 'View app',
  copy: { copy: 'Copy text', done: 'Text copied', failed: 'The text couldn’t be copied.' },
  giveUp: 'Discard',
  question: 'Discard this change?',
  lost: 'It’s deleted from this device and never sent.',
  keep: 'Keep it',
  tooLate: 'It’s already being sent.',
};
