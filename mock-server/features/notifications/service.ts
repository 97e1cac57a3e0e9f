import { Type } from 'typebox';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { notFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/services.ts';
import type { VersionRow } from '../applications/facade.ts';
import { findManageableApplication, findVersion } from '../applications/facade.ts';
import { findGroup } from '../groups/facade.ts';
import { hasDevices } from './audience-store.ts';
import { listProviders } from './providers.ts';
import * as store from './store.ts';
import { cleanMessage } from './text.ts';
import { formatDeadline, formatUpdate } from './texts.ts';

/** Collects the devices to which a notification is sent, and adds the jobs that send it. */
export const gatherJob = {
  name: 'gather_notification',
  payload: Type.Object({ notification: Type.String() }),
} as const;

export type NotificationDraft = Pick<
  store.NotificationRow,
  'kind' | 'subject' | 'version' | 'title' | 'text'
>;

/**
 * Sends a message to the devices that downloaded an application. Returns whether there are any. Errors: `message_refused`,
 * `not_found`.
 */
export async function sendToApplication(
  platform: Platform,
  caller: Caller,
  identifier: string,
  text: string,
): Promise<boolean> {
  const message = cleanMessage(text);
  const { application, version } = await withNewestVersion(platform, caller, identifier);
  const about = { subject: application.id, title: version.app_name };
  return send(platform, caller, { kind: 'application_message', ...about, version: null, text: message });
}

/**
 * Tells people with a previous version about the newest one. Returns whether there are any devices. Error: `not_found`.
 */
export async function sendUpdateNotice(
  platform: Platform,
  caller: Caller,
  identifier: string,
): Promise<boolean> {
  const { application, version } = await withNewestVersion(platform, caller, identifier);
  // Nobody could install it.
  if (application.enabled === 0 || version.withheld === 1) return false;
  return send(platform, caller, createUpdateNotice(version));
}

/** The notification about a new version. */
export const createUpdateNotice = (
  version: Pick<VersionRow, 'id' | 'application' | 'app_name' | 'version_num'>,
): NotificationDraft => ({
  kind: 'update_notice',
  subject: version.application,
  version: version.id,
  title: version.app_name,
  text: formatUpdate('en', version),
});

/** The notification about a deadline that was moved or removed. */
export const createDeadlineNotice = (version: VersionRow): NotificationDraft => ({
  kind: 'deadline_notice',
  subject: version.application,
  version: version.id,
  title: version.app_name,
  text: formatDeadline('en', version),
});

/** Sends a message to the devices of a group's members. Returns whether there are any. Errors: `message_refused`, `not_found`. */
export async function sendToGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
  text: string,
): Promise<boolean> {
  const message = cleanMessage(text);
  const { id, name } = await findGroup(platform.database.db, caller, identifier);
  const what = { subject: id, version: null, title: name, text: message };
  return send(platform, caller, { kind: 'group_message', ...what });
}

async function withNewestVersion({ database: { db } }: Platform, caller: Caller, identifier: string) {
  const application = await findManageableApplication(db, caller, identifier);
  const version = await findVersion(db, caller.orgId, application.latest_version ?? '');
  if (version === undefined) throw notFoundError('version');
  return { application, version };
}

async function send(platform: Platform, { orgId, user }: Caller, what: NotificationDraft): Promise<boolean> {
  const { db, transaction } = platform.database;
  const providers = await listProviders(platform, orgId);
  const isReaching = await hasDevices(db, { org_id: orgId, ...what }, providers, getNow());
  // Also without any device: people have it among their messages.
  await transaction((tx) => queueNotification(tx, platform.jobs, orgId, user.id, what));
  platform.jobs.wake();
  return isReaching;
}

/**
 * Notes a notification that is to be sent, in the transaction of its cause. Call `jobs.wake` after that transaction.
 */
export async function queueNotification(
  tx: Tx,
  jobs: JobQueue,
  orgId: string,
  by: string,
  what: NotificationDraft,
): Promise<void> {
  const id = createId();
  await store.insertNotification(tx, {
    ...store.emptyCounts,
    ...what,
    org_id: orgId,
    id,
    created_by: by,
    created: getNow(),
    gathered: '',
    finished: null,
    people: 0,
  });
  await jobs.enqueue(tx, orgId, gatherJob, { notification: id });
}
