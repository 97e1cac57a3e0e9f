import { createPlurals } from '../../../ui/i18n/plural.ts';

const count = createPlurals('en');

/** Words of what is kept on a device: why its session ended, locked, under an earlier password, or of somebody else. */
export const en = {
  reasons: {
    expired: 'Your session has expired. You stay on this page, and nothing is lost.',
    signed_out: 'This session was signed out elsewhere. Sign in again to continue; nothing is lost.',
    password_changed:
      'Your password was changed. Sign in with the new one. If you didn’t change it, contact support.',
    device_unpaired: 'This device was removed from your account. Sign in to add it again; nothing is lost.',
    device_disabled:
      'This device was disabled. Only your organization can change that. What you saved on it is still there.',
    account_disabled:
      'Your account was disabled. Only your organization can change that. What you saved on this device is still there.',
    account_deleted:
      'Your account was deleted. If that’s a mistake, contact your organization. What you saved on this device is still there.',
  },
  locked: {
    title: (name: string) => `Welcome back, ${name}`,
    why: 'You’ve been signed out after a while without use. Enter your password to unlock; it works offline too.',
    waiting: (n: number) =>
      count(n, {
        one: '# change will be sent once you’ve signed in.',
        other: '# changes will be sent once you’ve signed in.',
      }),
    open: 'Unlock',
    other: (name: string) => `Not ${name}?`,
  },
  oldPassword: {
    title: 'Enter your previous password',
    why: 'Your password has changed. Your data on this device still opens with the previous one.',
    waiting: (n: number) =>
      count(n, {
        one: '# change in it hasn’t been sent yet.',
        other: '# changes in it haven’t been sent yet.',
      }),
    field: 'Previous password',
    wrong: 'This isn’t your previous password.',
    open: 'Unlock and sign in',
    giveUp: 'Discard it and sign in',
    giveUpLosing: 'Delete it and sign in',
  },
  somebodyElse: {
    title: (name: string) => `${name} is signed in here`,
    invitation: (name: string) =>
      `This invitation is for ${name}. Only one person at a time is signed in on a device.`,
    organization: 'The link you opened belongs to another organization.',
    other: 'Only one person at a time is signed in on a device.',
    unsent: (n: number) =>
      count(n, { one: '# change hasn’t been sent yet.', other: '# changes haven’t been sent yet.' }),
    keepHelp: (name: string) =>
      `If you keep them, they stay on this device, locked with ${name}’s password, and are sent when ${name} signs in here again.`,
    gone: (name: string) => `Everything that belongs to ${name} is removed from this device.`,
    send: 'Send first, then continue',
    keep: (name: string) => `Keep for ${name} and continue`,
    signOut: (name: string) => `Sign ${name} out and continue`,
    cancel: 'Cancel',
    notSent: 'Not everything could be sent. Try again when you’re online, or keep it here.',
    notKept: (name: string) => `This can’t be locked yet: ${name} has to sign in again first.`,
  },
};
