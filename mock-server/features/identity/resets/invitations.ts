import { roles } from '../../../../contract/common/codes.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/services.ts';
import { recordActivity } from '../../journals/facade.ts';
import {
  findOrganization,
  parseSettings,
  readSecuritySettings,
  readSettings,
} from '../../organizations/facade.ts';
import type { UsersContext } from '../../users/facade.ts';
import {
  assertChangeDue,
  assertPassword,
  getPasswordNeeds,
  getPasswordRules,
  toPasswordColumns,
} from '../../users/facade.ts';
import { endAfterNewPassword } from '../new-password.ts';
import { sessionKinds } from '../sessions/sessions.ts';
import { hashToken, parseTokenOrganization } from '../sessions/tokens.ts';
import { recordPlaces } from '../sign-in/place-store.ts';
import { getPlaces } from '../sign-in/places.ts';
import type { UserRow } from '../sign-in/sign-in.ts';
import * as store from '../store.ts';
import * as invitations from './invitation-store.ts';

/**
 * The same answer for used, replaced, expired and invented links, so that it reveals neither who was invited nor who
 * has forgotten their password.
 */
const expiredLinkError = () =>
  new ServiceError(
    'link_expired',
    'This link was already used, has expired, or was replaced by a newer one. Ask for a new one.',
  );

/** The link that was opened: its secret, and the organization that the request names, if it names one. */
interface OpenedLink {
  secret: string;
  under: string | null;
}

async function findInvitation(platform: Platform, { secret, under }: OpenedLink) {
  const orgId = parseTokenOrganization(secret);
  // A link that is opened under another organization does not exist.
  if (under !== null && under !== orgId) throw expiredLinkError();
  const hash = hashToken(secret);
  const user = orgId && (await invitations.findInvited(platform.database.db, orgId, hash, getNow()));
  if (!user) throw expiredLinkError();
  return { user, hash };
}

/** For whom the link of an invitation or a reset is, and what their password needs. Error: `link_expired`. */
export async function readInvitation(platform: Platform, link: OpenedLink) {
  const { db } = platform.database;
  const { user } = await findInvitation(platform, link);
  const security = await readSecuritySettings(db, user.org_id);
  const needs = getPasswordNeeds(user.role, await readSettings(db, user.org_id), security);
  return { user, needs, organization: await findOrganization(db, user.org_id) };
}

/**
 * Sets the first password of an invited person, or another one for a person who has forgotten theirs; a link works
 * once. Sessions with an earlier password end. Errors: `link_expired`; `invalid_input` when the password breaks a rule,
 * and the link stays valid.
 */
export async function acceptInvitation(
  platform: UsersContext,
  opened: OpenedLink & { address: string },
  password: string,
) {
  const { db } = platform.database;
  const { user, hash: link } = await findInvitation(platform, opened);
  const organization = await findOrganization(db, user.org_id);
  const rules = getPasswordRules(user.role, parseSettings(organization));
  const security = await readSecuritySettings(db, user.org_id);
  const isReset = user.reset === 1;
  if (isReset) assertChangeDue(rules, user);
  const earlier = isReset ? user : null;
  await assertPassword(platform, { password, organization, security, person: user, earlier });
  const hash = await platform.passwords.hash(password);
  await platform.database.transaction(async (tx) => {
    // Locked before any other row, as in every change of a user, to avoid deadlocks.
    await lockOrganization(tx, user.org_id);
    if (!(await invitations.consumeInvitation(tx, user.org_id, link))) throw expiredLinkError();
    await store.setPassword(tx, user.org_id, user.id, {
      ...toPasswordColumns(rules, user, hash, getNow()),
      status: 'enabled',
    });
    // From this place, the person can't be locked out by somebody else's guesses.
    await recordPlaces(tx, user, getPlaces(user, { address: opened.address, device: null }));
    const isPartial = isReset && !security.password_change_ends_api_tokens;
    const notice = isReset ? 'password_by_reset' : 'password_by_invitation';
    await endAfterNewPassword(tx, platform.jobs, user, {
      ending: isPartial ? { kinds: sessionKinds } : {},
      notice: isFirst(user) ? null : notice,
    });
    if (user.role === roles.administrator) {
      const change = {
        kind: 'password_change',
        way: isReset ? 'self_service' : 'invitation',
        by: user.id,
        by_org: user.org_id,
      } as const;
      recordActivity(tx, user.org_id, { ...change, user: user.id });
    }
  });
  platform.jobs.wake();
  return user;
}

/** Whether the first password of a person was neither used nor changed. */
const isFirst = (user: UserRow) => user.first_password === 'unused' && user.password_changed === user.created;
