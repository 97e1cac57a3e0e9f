import { Type } from 'typebox';
import type { Tx } from '../../platform/database/handles.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/services.ts';
import type { VersionRow } from '../applications/facade.ts';
import { applicationToManage, findVersion } from '../applications/facade.ts';
import { findGroup } from '../groups/facade.ts';
import { hasDevices } from './audience-store.ts';
import { providersOf } from './providers.ts';
import * as store from './store.ts';
import { messageText } from './text.ts';
import { deadlineText, updateText } from './words.ts';

/** Collects the devices to which a notification is sent, and adds the jobs that send it. */
export const gatherJob = {
  name: 'gather_notification',
  payload: Type.Object({ notification: Type.String() }),
} as const;

export type What = Pick<store.NotificationRow, 'kind' | 'subject' | 'version' | 'title' | 'text'>;

/**
 * Sends a message to the devices that downloaded an application. Returns whether there are any. Errors: `message_refused`,
 * `not_found`.
 */
export async function messageApplication(
  platform: Platform,
  caller: Caller,
  identifier: string,
  text: string,
): Promise<boolean> {
  const message = messageText(text);
  const { application, version } = await withNewest(platform, caller, identifier);
  const about = { subject: application.id, title: version.app_name };
  return send(platform, caller, { kind: 'application_message', ...about, version: null, text: message });
}

/**
 * Tells people with a previous version about the newest one. Returns whether there are any devices. Error: `not_found`.
 */
export async function noticeUpdate(platform: Platform, caller: Caller, identifier: string): Promise<boolean> {
  const { application, version } = await withNewest(platform, caller, identifier);
  // Nobody could install it.
  if (application.enabled === 0 || version.withheld === 1) return false;
  return send(platform, caller, updateNotice(version));
}

/** The notification about a new version. */
export const updateNotice = (
  version: Pick<VersionRow, 'id' | 'application' | 'app_name' | 'version_num'>,
): What => ({
  kind: 'update_notice',
  subject: version.application,
  version: version.id,
  title: version.app_name,
  text: updateText.en(version.version_num),
});

/** The notification about a deadline that was moved or removed. */
export const deadlineNotice = (version: VersionRow): What => ({
  kind: 'deadline_notice',
  subject: version.application,
  version: version.id,
  title: version.app_name,
  text: deadlineText.en(version),
});

/** Sends a message to the devices of a group's members. Returns whether there are any. Errors: `message_refused`, `not_found`. */
export async function messageGroup(
  platform: Platform,
  caller: Caller,
  identifier: string,
  text: string,
): Promise<boolean> {
  const message = messageText(text);
  const { id, name } = await findGroup(platform.database.db, caller, identifier);
  const what = { subject: id, version: null, title: name, text: message };
  return send(platform, caller, { kind: 'group_message', ...what });
}

async function withNewest({ database: { db } }: Platform, caller: Caller, identifier: string) {
  const application = await applicationToManage(db, caller, identifier);
  const version = await findVersion(db, caller.orgId, application.latest_version ?? '');
  if (version === undefined) throw notFound('version');
  return { application, version };
}

async function send(platform: Platform, { orgId, user }: Caller, what: What): Promise<boolean> {
  const { db, transaction } = platform.database;
  const providers = await providersOf(platform, orgId);
  const isReaching = await hasDevices(db, { org_id: orgId, ...what }, providers, now());
  // Also without any device: people have it among their messages.
  await transaction((tx) => announce(tx, platform.jobs, orgId, user.id, what));
  platform.jobs.wake();
  return isReaching;
}

/**
 * Notes a notification that is to be sent, in the transaction of its cause. Call `jobs.wake` after that transaction.
 */
export async function announce(tx: Tx, jobs: JobQueue, orgId: string, by: string, what: What): Promise<void> {
  const id = newId();
  await store.insertNotification(tx, {
    ...store.emptyCounts,
    ...what,
    org_id: orgId,
    id,
    created_by: by,
    created: now(),
    gathered: '',
    finished: null,
    people: 0,
  });
  await jobs.enqueue(tx, orgId, gatherJob, { notification: id });
}
