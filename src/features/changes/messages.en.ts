import { pluralsOf } from '../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words for what waits to be sent, and what was not accepted. */
export const en = {
  title: 'Your changes',
  allSent: 'Everything has arrived.',
  waitingLine: (n: number) =>
    count(n, { one: '# change waits to be sent.', other: '# changes wait to be sent.' }),
  refusedLine: (n: number) =>
    count(n, { one: '# change was not accepted.', other: '# changes were not accepted.' }),
  unkeptLine: (n: number) =>
    count(n, {
      one: '# change could not be kept on this device. Leave this page open until it is sent.',
      other: '# changes could not be kept on this device. Leave this page open until they are sent.',
    }),
  badge: (n: number) => count(n, { one: '# change not sent', other: '# changes not sent' }),
  refused: 'Not accepted',
  waiting: 'Waiting',
  none: 'Everything has arrived',
  noneWhy:
    'What you write without a network is listed here until it is sent, and what the service does not accept, until you decide.',
  what: {
    review: (app: string) => `Your review of ${app}`,
    opinion: (app: string) => `Your opinion of ${app}`,
    installed: (app: string) => `Installed: ${app}`,
    removed: (app: string) => `Removed: ${app}`,
    terms: 'Your answer to terms',
    inventory: 'The apps on this device',
    read: 'Messages that you have read',
    opened: (app: string) => `Opened: ${app}`,
    deferral: (app: string) => `Continued without ${app}`,
    support: 'Your message to support',
    unknown: (app: string) => `A change to ${app}`,
  },
  someApp: 'an app',
  made: (when: string) => `Made ${when}`,
  sending: 'Being sent.',
  soon: 'Will be sent in a moment.',
  whenOnline: 'Will be sent when there is a network.',
  byItself: 'The service has not accepted it yet. The catalog will try again.',
  foreign: 'This network answered in place of the service. The catalog will try again.',
  afterEarlier: 'It is sent after an earlier change.',
  afterPause: 'The service is busy just now. It is sent a little later.',
  afterTerms: 'It is sent as soon as you accept the terms.',
  afterSignIn: 'It is sent as soon as you sign in again.',
  unkept: 'It could not be kept on this device. Leave this page open until it is sent.',
  again: 'Try again',
  change: 'Change',
  toApp: 'Open the app’s page',
  copy: { copy: 'Copy the text', done: 'The text is copied.', failed: 'The text could not be copied.' },
  giveUp: 'Discard',
  question: 'Discard this change?',
  lost: 'It is deleted from this device, and the service never gets it.',
  keep: 'Keep it',
  tooLate: 'It is being sent already.',
};
