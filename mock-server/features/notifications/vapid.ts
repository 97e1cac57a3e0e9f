import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import { vapidKey } from '../../platform/push/web-push.ts';

/** The key by which browsers' push services know this service: made of the service's secret, so that all instances have it. */
export const vapidOf = oncePerPlatform(({ secrets }) => vapidKey(secrets.derived('vapid')));
