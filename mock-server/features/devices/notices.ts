import { Type } from 'typebox';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import type { Language } from '../../../contract/common/languages.ts';
import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/services.ts';
import { getPublicBaseUrl, mailPerson, readSettings } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import * as store from './store.ts';

const messages: Readonly<Record<Language, typeof en>> = { en, de };

const noticeJob = {
  name: 'device_notice',
  payload: Type.Object({ user: Type.String(), device: Type.String(), at: Type.String() }),
} as const;

/** Adds the job that mails a user about a new device, if the organization wants that. */
export async function announceNewDevice(
  tx: Tx,
  jobs: JobQueue,
  settings: OrganizationSettings,
  pairing: { org_id: string; user: string; device: string; created: string },
): Promise<void> {
  if (!settings.notify_on_device_registration) return;
  const { org_id: orgId, user, device, created: at } = pairing;
  await jobs.enqueue(tx, orgId, noticeJob, { user, device, at });
}

/** The jobs of this feature. */
export const createDeviceJobs = (platform: Platform): JobKind[] => [
  bindJobKind(noticeJob, (payload, { orgId }) => sendNotice(platform, orgId, payload)),
];

async function sendNotice(
  platform: Platform,
  orgId: string,
  notified: { user: string; device: string; at: string },
): Promise<void> {
  const { db } = platform.database;
  const user = await findUser(db, orgId, notified.user);
  const [device] = await store.findDevicesById(db, orgId, [notified.device]);
  // The user or device is gone, or the user has no e-mail address.
  if (user === undefined || user.email === null || device === undefined) return;
  const { mail_language } = await readSettings(db, orgId);
  const values = {
    device: device.name || device.model || messages[mail_language].nameless,
    date: notified.at.slice(0, 10),
    time: notified.at.slice(11, 16),
    link: getPublicBaseUrl(platform.config) + catalogPages.account,
  };
  await mailPerson(
    platform,
    orgId,
    { ...user, email: user.email },
    (language) => messages[language].newDevice,
    values,
  );
}
