import type { Platform } from '../../platform/services.ts';
import type { DeviceActivity } from './activity.ts';

/** The platform, and what this feature keeps in memory. */
export interface DevicesContext extends Platform {
  readonly deviceActivity: DeviceActivity;
}
