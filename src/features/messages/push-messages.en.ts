/** Words for what a device tells while the catalog is closed. */
export const en = {
  title: 'While the catalog is closed',
  why: 'This device can tell you when your organization writes to you, when one of your apps has a new version, and when somebody replies to your review. Your browser asks you first.',
  on: 'Tell me on this device',
  kinds: {
    messages: 'Messages from your organization',
    updates: 'New versions of your apps',
    replies: 'Replies to your reviews',
  },
  unsupported:
    'This browser can’t tell you anything while the catalog is closed. On iPhone and iPad, add the catalog to the home screen first. All messages are in the list.',
  denied:
    'You do not allow messages of this page. You can change that in the settings of your browser. All messages are in the list.',
  notAllowed: 'Your browser did not allow it. All messages are in the list.',
  terms:
    'Accept the terms of your organization first. Until then nothing is shown, and you can switch it all off.',
  failed: 'This could not be changed. Try again later.',
  offline: 'This could not be changed now. Try again when there is a network.',
};
