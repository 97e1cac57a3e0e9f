import { getResetPath } from '../../../../contract/common/catalog-pages.ts';
import { spend } from '../../../platform/attempts/allowance.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/services.ts';
import { findOrganization, getPublicBaseUrl, isDemo, mailPerson } from '../../organizations/facade.ts';
import { findUser, scheduleInvitation } from '../../users/facade.ts';
import { messages } from '../messages.ts';
import { createToken } from '../sessions/tokens.ts';
import type { UserRow } from '../sign-in/sign-in.ts';
import { findLogin } from '../store.ts';
import { putInvitation } from './invitation-store.ts';
import { resetMailJob } from './resets.ts';

const minute = 60_000;

/**
 * Queues the mail with a link for a new password, for a user ID or an e-mail address; an invited user gets a new invitation instead. Sends nothing for unknown, disabled, deleted, demo or mail-less users, or above the limit.
 */
export async function answerReset(platform: Platform, name: string): Promise<void> {
  const { db } = platform.database;
  // The name may be one person's user ID and another's address: both get a mail; otherwise one could intercept the
  // other's resets.
  const found = [await findLogin(db, name, 'email'), await findLogin(db, name)];
  const users = new Map(found.flatMap((user) => (user === undefined ? [] : [[user.id, user]])));
  for (const user of users.values()) await resetOne(platform, user);
}

async function resetOne(platform: Platform, user: UserRow): Promise<void> {
  if (!(await mayReset(platform, user)) || !(await useResetMail(platform, user))) return;
  const { database, jobs } = platform;
  await database.transaction((tx) =>
    user.status === 'invited'
      ? scheduleInvitation(tx, jobs, user, user.org_id)
      : jobs.enqueue(tx, user.org_id, resetMailJob, { user: user.id }),
  );
  platform.jobs.wake();
}

async function mayReset({ database, config }: Platform, user: UserRow): Promise<boolean> {
  return isReachable(user) && !isDemo(config, await findOrganization(database.db, user.org_id));
}

const isReachable = ({ email, deleted, disabled, until }: UserRow): boolean =>
  email !== null && deleted === null && disabled === 0 && (until === null || until > getNow());

/** Mails that a person may get within a time (ms). */
const allowed = { max: 3, window: 60 * minute };

/** Uses one of the mails that a person may get in a time; false when none is left. */
async function useResetMail({ database }: Platform, user: UserRow): Promise<boolean> {
  try {
    await spend(database.db, { key: `resets of ${user.org_id} ${user.id}`, ...allowed });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.errorName === 'too_many_requests') return false;
    throw error;
  }
}

/** Makes a link and mails it; a second attempt makes a new one. */
export async function sendReset(platform: Platform, orgId: string, id: string): Promise<void> {
  const { config } = platform;
  const made = await makeLink(platform, orgId, id);
  if (made === null) return;
  const { user, address, token } = made;
  const values = {
    user_id: user.user_id,
    minutes: String(Math.round(config.limits.resetTime / minute)),
    link: getPublicBaseUrl(config) + getResetPath(orgId, token),
  };
  await mailPerson(
    platform,
    orgId,
    { ...user, email: address },
    (language) => messages[language].reset,
    values,
  );
}

/** Replaces the earlier link of a person by a new one; null when they may no longer have one. */
function makeLink({ database, config }: Platform, orgId: string, id: string) {
  return database.transaction(async (tx) => {
    // Changes of a user delete their link under this lock, so no link is made for an outdated state of the user.
    await lockOrganization(tx, orgId);
    const user = await findUser(tx, orgId, id);
    if (user === undefined || user.email === null || !isReachable(user)) return null;
    const { token, hash } = createToken(orgId);
    const expires = new Date(Date.now() + config.limits.resetTime).toISOString();
    await putInvitation(tx, { org_id: orgId, user: id, hash, expires, reset: 1 });
    return { user, address: user.email, token };
  });
}
