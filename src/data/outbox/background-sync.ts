/** The Background Sync tag with which the browser wakes the service worker once there is a network again. */
export const outboxTag = 'appshelf-outbox';
