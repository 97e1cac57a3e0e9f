import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import { gather } from './gather.ts';
import { deleteOldMessages } from './messages.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendJobs, sendNotification } from './send.ts';
import { gatherJob } from './service.ts';

const day = 24 * 60 * 60_000;

/** Organizations take turns, so that no organization, and none of its providers, delays another organization. */
const gathering = { maxRunningPerOrganization: 2, isFair: true } as const;
const sending = { maxRunning: 8, maxRunningPerOrganization: 1, isFair: true } as const;

/** The jobs of this feature. */
export const createNotificationJobs = (platform: NotificationsContext): JobKind[] => [
  bindJobKind(gatherJob, ({ notification }, { orgId }) => gather(platform, orgId, notification), gathering),
  { name: 'old_messages', every: day, byAge: true, run: () => deleteOldMessages(platform) },
  ...Object.values(sendJobs).map((name) =>
    bindJobKind(
      name,
      (payload, run) => sendNotification(platform, platform.silentPushServices, run, payload),
      sending,
    ),
  ),
];
