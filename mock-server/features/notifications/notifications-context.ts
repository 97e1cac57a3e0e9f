import type { SilentServers } from '../../platform/outgoing/silence.ts';
import type { ApnsTokens } from '../../platform/push/apns.ts';
import type { FcmTokens } from '../../platform/push/fcm.ts';
import type { VapidKey } from '../../platform/push/web-push.ts';
import type { Platform } from '../../platform/services.ts';

/** The platform, and what this feature keeps in memory. */
export interface NotificationsContext extends Platform {
  /**
   * The key by which browsers' push services know this service. It is derived from the service's secret, so all
   * instances have the same.
   */
  readonly vapid: VapidKey;
  /** What Apple and Google accept in place of an organization’s own key, for a while. */
  readonly apnsTokens: ApnsTokens;
  readonly fcmTokens: FcmTokens;
  readonly silentPushServices: SilentServers;
}
