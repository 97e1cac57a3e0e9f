import type { Tx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import type { ApplicationRow, VersionRow } from '../applications/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { announce, deadlineNotice, updateNotice } from './service.ts';

export { renewProviders } from './providers.ts';

/**
 * Tells people with a previous version of a new one that is offered from now on, where its publisher wants that
 * (`notify_users`) and, for a mandatory version, the organization does too (`mandatory_update_notifications_enabled`).
 * Call `jobs.wake` after the transaction.
 */
export async function announceVersion(
  tx: Tx,
  platform: Platform,
  { enabled }: Pick<ApplicationRow, 'enabled'>,
  version: VersionRow,
  by: string,
): Promise<void> {
  const isWanted = enabled === 1 && version.notify_users === 1 && version.withheld === 0;
  if (!isWanted || version.ordinal === 1) return;
  const settings = await readSettings(tx, version.org_id);
  if (version.required === 1 && !settings.mandatory_update_notifications_enabled) return;
  await announce(tx, platform, version.org_id, by, updateNotice(version));
}

/**
 * Tells the people for whom a version is mandatory that its deadline has changed. Call `jobs.wake` after the
 * transaction.
 */
export async function announceDeadline(
  tx: Tx,
  platform: Platform,
  { enabled }: Pick<ApplicationRow, 'enabled'>,
  version: VersionRow,
  by: string,
): Promise<void> {
  if (enabled === 0 || version.withheld === 1) return;
  await announce(tx, platform, version.org_id, by, deadlineNotice(version));
}
