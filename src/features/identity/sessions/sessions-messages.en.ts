import { pluralsOf } from '../../../ui/i18n/plural.ts';

const count = pluralsOf('en');

/** Words of the list of a person's sessions. */
export const en = {
  title: 'Signed in',
  help: 'Where your account is in use, and the API tokens that were made for it.',
  show: 'Show sessions',
  current: 'This session',
  token: 'API token',
  browser: 'Without a device',
  device: 'A device',
  used: (ago: string) => `Used ${ago}`,
  begun: (date: string) => `Since ${date}`,
  from: (address: string) => `from ${address}`,
  end: 'End',
  endNamed: (name: string) => `End ${name}`,
  endOthers: 'End all others',
  ended: (n: number) => count(n, { one: 'One session ended.', other: '# sessions ended.' }),
  failed: 'Your sessions could not be loaded. You need a network for this.',
  notEnded: 'That did not work. Try again when there is a network.',
  more: (n: number) => count(n, { one: 'And one more.', other: 'And # more.' }),
};
