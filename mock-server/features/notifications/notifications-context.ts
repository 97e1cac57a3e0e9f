import type { VapidKey } from '../../platform/push/web-push.ts';
import type { Platform } from '../../platform/services.ts';

/** The platform, and what this feature keeps in memory. */
export interface NotificationsContext extends Platform {
  /**
   * The key by which browsers' push services know this service. It is derived from the service's secret, so all
   * instances have the same.
   */
  readonly vapid: VapidKey;
}
