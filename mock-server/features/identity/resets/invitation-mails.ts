import { getWelcomePath } from '../../../../contract/common/catalog-pages.ts';
import type { OrganizationSettings } from '../../../../contract/organizations.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import { bindJobKind, type JobKind } from '../../../platform/jobs/kind.ts';
import { fill, fillTemplate } from '../../../platform/mail/templates.ts';
import type { Platform } from '../../../platform/services.ts';
import {
  findOrganization,
  getMailSender,
  getPublicBaseUrl,
  readSettings,
} from '../../organizations/facade.ts';
import { findUser, invitationJob, type UserRow } from '../../users/facade.ts';
import { deleteOldEnds } from '../sessions/ended-session-store.ts';
import { createToken } from '../sessions/tokens.ts';
import { deleteExpiredInvitations, putInvitation } from './invitation-store.ts';

const hour = 60 * 60_000;

/** The jobs that mail invitations, and delete what is over. */
export const createInvitationJobs = (platform: Platform): JobKind[] => [
  bindJobKind(invitationJob, (payload, { orgId }) => sendInvitation(platform, orgId, payload)),
  {
    name: 'expired_invitations',
    every: hour,
    byAge: true,
    run: () => platform.database.transaction((tx) => deleteExpiredInvitations(tx, getNow())),
  },
  {
    name: 'ended_sessions',
    every: hour,
    byAge: true,
    run: () => deleteOldEnds(platform.database.db, getNow()),
  },
];

/**
 * Makes a link and mails it. The link is made here and not together with the job, so that its secret is only in the
 * mail; a second attempt makes a new link. Users who have signed in meanwhile get no mail.
 */
async function sendInvitation(
  platform: Platform,
  orgId: string,
  { user: userId, from }: { user: string; from: string },
): Promise<void> {
  const { config, mail } = platform;
  const { db } = platform.database;
  const invited = await makeLink(platform, orgId, userId);
  if (invited === null) return;
  const { user, email, secret } = invited;
  const settings = await readSettings(db, from);
  const { template, subject } = getWords(settings, from !== orgId);
  const { name: organization } = await findOrganization(db, orgId);
  const values = {
    first_name: user.first_name,
    last_name: user.last_name,
    user_id: user.user_id,
    email,
    organization,
    support_email: settings.support_email,
  };
  const link = getPublicBaseUrl(config) + getWelcomePath(orgId, secret);
  await mail.send({
    ...getMailSender(settings, config),
    to: { name: `${user.first_name} ${user.last_name}`.trim(), address: email },
    // The link is left out of the subject, which is shown on locked screens and stored in the logs of mail servers.
    subject: fill(subject, values),
    ...fillTemplate(template, { ...values, link }),
  });
}

/** Replaces the earlier link by a new one; null when the user no longer needs an invitation. */
function makeLink({ database, config }: Platform, orgId: string, userId: string) {
  return database.transaction(async (tx) => {
    // Changes of a user delete their link under this lock, so no link is made for an outdated state of the user.
    await lockOrganization(tx, orgId);
    const user = await findUser(tx, orgId, userId);
    if (user === undefined || user.email === null || !isAwaited(user)) return null;
    const secret = await restartInvitation(tx, user, config.limits.invitationTime);
    return { user, email: user.email, secret };
  });
}

/** Whether the user is invited, has not signed in yet, and may still do so. */
const isAwaited = ({ status, disabled, until }: UserRow): boolean =>
  status === 'invited' && disabled === 0 && (until === null || until > getNow());

/** The template: that for affiliated organizations if the user is invited by an organization above their own. */
const getWords = (settings: OrganizationSettings, isAffiliated: boolean) =>
  isAffiliated
    ? {
        template: settings.invite_template_for_affiliated,
        subject: settings.invite_subject_for_affiliated,
      }
    : { template: settings.invite_template_for_user, subject: settings.invite_subject_for_user };

/** The secret of a new invitation link, valid for `time` milliseconds. Earlier links of the user stop working. */
export async function restartInvitation(
  tx: Tx,
  user: { org_id: string; id: string },
  time: number,
): Promise<string> {
  const { token, hash } = createToken(user.org_id);
  const expires = new Date(Date.now() + time).toISOString();
  await putInvitation(tx, { org_id: user.org_id, user: user.id, hash, expires, reset: 0 });
  return token;
}
