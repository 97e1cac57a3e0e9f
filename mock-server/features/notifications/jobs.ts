import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import { Silence } from '../../platform/outgoing/silence.ts';
import { gather } from './gather.ts';
import { forgetOldMessages } from './messages.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendJobs, sendNotification } from './send.ts';
import { gatherJob } from './service.ts';

const day = 24 * 60 * 60_000;

/** Organizations take turns, so that no organization, and none of its providers, delays another organization. */
const gathering = { mostOfOne: 2, inTurns: true } as const;
const sending = { most: 8, mostOfOne: 1, inTurns: true } as const;

/** The jobs of this feature. */
export function notificationJobs(platform: NotificationsContext): JobKind[] {
  const { jobBackOff: first, pushTimeout } = platform.config.limits;
  // Twice the time limit: once for the connection, once for the question whether the provider is there.
  const silence = new Silence({ first, trial: 2 * pushTimeout });
  return [
    jobKind(gatherJob, ({ notification }, { orgId }) => gather(platform, orgId, notification), gathering),
    { name: 'old_messages', every: day, byAge: true, run: () => forgetOldMessages(platform) },
    ...Object.values(sendJobs).map((name) =>
      jobKind(name, (payload, run) => sendNotification(platform, silence, run, payload), sending),
    ),
  ];
}
