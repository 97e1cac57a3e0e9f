import { deleteAttempts } from '../../platform/attempts/store.ts';
import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { sendAccountNotice } from './notices/account-notice-mails.ts';
import { accountNoticeJob } from './notices/account-notices.ts';
import { createInvitationJobs } from './resets/invitation-mails.ts';
import { answerReset, sendReset } from './resets/reset-mails.ts';
import { resetJob, resetMailJob } from './resets/resets.ts';
import { deletePlaces } from './sign-in/place-store.ts';

const day = 24 * 60 * 60_000;
const getMomentBefore = (days: number) => new Date(Date.now() - days * day).toISOString();

/** The jobs of this feature. Attempts to sign in are kept for a month, places of earlier sign-ins for three months. */
export const createIdentityJobs = (platform: Platform): JobKind[] => [
  {
    name: 'old_attempts',
    every: day / 24,
    byAge: true,
    run: () => deleteAttempts(platform.database.db, getMomentBefore(30)),
  },
  {
    name: 'old_places',
    every: day,
    byAge: true,
    run: () => platform.database.transaction((tx) => deletePlaces(tx, getMomentBefore(90))),
  },
  ...createInvitationJobs(platform),
  bindJobKind(accountNoticeJob, (payload, { orgId }) => sendAccountNotice(platform, orgId, payload)),
  bindJobKind(resetJob, ({ name }) => answerReset(platform, name)),
  bindJobKind(resetMailJob, ({ user }, { orgId }) => sendReset(platform, orgId, user)),
];
