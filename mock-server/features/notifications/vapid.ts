import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import { vapidKey } from '../../platform/push/web-push.ts';

/**
 * The key by which browsers' push services know this service. It is derived from the service's secret, so all instances
 * have the same.
 */
export const vapidOf = oncePerPlatform(({ secrets }) => vapidKey(secrets.derived('vapid')));
