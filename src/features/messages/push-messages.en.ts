/** Words for what a device tells while the catalog is closed. */
export const en = {
  title: 'Notifications',
  why: 'Get notified of messages from your organization, new versions of your apps, and replies to your reviews. Your browser asks you first.',
  on: 'Turn on notifications',
  kinds: {
    messages: 'Messages from your organization',
    updates: 'New versions of your apps',
    replies: 'Replies to your reviews',
  },
  unsupported:
    'This browser doesn’t support notifications. On iPhone and iPad, add the catalog to the home screen first. You still find every message under Messages.',
  denied:
    'Notifications are blocked for this site. Allow them in your browser’s settings. You still find every message under Messages.',
  notAllowed: 'Your browser didn’t allow notifications. You still find every message under Messages.',
  terms:
    'Accept your organization’s terms first. Until then you won’t be notified, and you can turn everything off.',
  failed: 'This couldn’t be changed. Try again later.',
  offline: 'This couldn’t be changed. Try again when you’re back online.',
};
