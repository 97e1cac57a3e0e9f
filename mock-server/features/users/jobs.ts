import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import { fill, fillTemplate } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { startInvitation } from '../identity/read-model.ts';
import { findOrganization, publicBase, readSettings, senderOf } from '../organizations/read-model.ts';
import { invitationJob } from './invitations.ts';
import { userById } from './store.ts';

/** What users leave to be done. */
export const userJobs = (platform: Platform): JobKind[] => [
  jobKind(invitationJob, (payload, { orgId }) => sendInvitation(platform, orgId, payload)),
];

/**
 * Makes a link and mails it. The link is made here, not with the job, so that its secret stands nowhere but in the mail; a
 * second attempt makes a new one. Whoever came in meanwhile gets nothing.
 */
async function sendInvitation(
  platform: Platform,
  orgId: string,
  { user: userId, from }: { user: string; from: string },
): Promise<void> {
  const { config, mail } = platform;
  const { db } = platform.database;
  const user = await userById(db, orgId, userId);
  if (user?.status !== 'invited' || user.email === null) return;
  const settings = await readSettings(db, from);
  const { template, subject } = wordsOf(settings, from !== orgId);
  const { name: organization } = await findOrganization(db, orgId);
  const secret = await startInvitation(db, user, config.limits.invitationTime);
  const values = {
    first_name: user.first_name,
    last_name: user.last_name,
    user_id: user.user_id,
    email: user.email,
    organization,
    support_email: settings.support_email,
    // Behind the #, so that the secret never travels to a server, into its log, or on to another page.
    link: `${publicBase(config)}/welcome?organization=${orgId}#${secret}`,
  };
  await mail.send({
    ...senderOf(settings, config),
    to: { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email },
    subject: fill(subject, values),
    ...fillTemplate(template, values),
  });
}

/** Who is invited from above belongs to an affiliated organization: the words for those are the inviting one's. */
const wordsOf = (settings: OrganizationSettings, isAffiliated: boolean) =>
  isAffiliated
    ? {
        template: settings.invite_template_for_affiliated,
        subject: settings.invite_subject_for_affiliated,
      }
    : { template: settings.invite_template_for_user, subject: settings.invite_subject_for_user };
