import type { Tx } from '../../platform/database/handles.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { ApplicationRow, VersionRow } from '../applications/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { createDeadlineNotice, createUpdateNotice, queueNotification } from './service.ts';

export { renewProviders } from './providers.ts';

/** A version, its application, and the id of the user who changed it. */
interface Offered {
  application: Pick<ApplicationRow, 'enabled'>;
  version: VersionRow;
  by: string;
}

/**
 * Tells people with a previous version of a new one that is offered from now on, where its publisher wants that
 * (`notify_users`) and, for a mandatory version, the organization does too (`mandatory_update_notifications_enabled`).
 */
export async function announceVersion(
  tx: Tx,
  { application, version, by }: Offered,
  jobs: JobQueue,
): Promise<void> {
  const isWanted = application.enabled === 1 && version.notify_users === 1 && version.withheld === 0;
  if (!isWanted || version.ordinal === 1) return;
  const settings = await readSettings(tx, version.org_id);
  if (version.required === 1 && !settings.mandatory_update_notifications_enabled) return;
  await queueNotification(tx, jobs, version.org_id, by, createUpdateNotice(version));
}

/**
 * Tells the people for whom a version is mandatory that its deadline has changed.
 */
export async function announceDeadline(
  tx: Tx,
  { application, version, by }: Offered,
  jobs: JobQueue,
): Promise<void> {
  if (application.enabled === 0 || version.withheld === 1) return;
  await queueNotification(tx, jobs, version.org_id, by, createDeadlineNotice(version));
}
