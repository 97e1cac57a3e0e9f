import type { OrganizationSettings } from '../../../contract/organizations.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { lockOrganization } from '../../platform/database/locks.ts';
import type { Platform } from '../../platform/services.ts';
import { Deadlines } from '../catalog/facade.ts';
import { parseSettings, readSettings } from '../organizations/facade.ts';
import { findUser, isLastAdministrator } from '../users/facade.ts';
import { noticeJob } from './notice.ts';
import { findOverdueSince, type Person } from './overdue.ts';
import * as store from './store.ts';

const hour = 60 * 60_000;

/** Checks every person of every organization: mails notices, disables and enables. */
export async function checkCompliance(platform: Platform): Promise<void> {
  const { db } = platform.database;
  for (const organization of await store.listOrganizations(db)) {
    const settings = parseSettings(organization);
    const concerned = await store.listPeopleWithDeadlines(db, organization.id);
    const wanted = settings.disable_noncompliant_users;
    // Where the organization has switched compliance off, users who were disabled for it are enabled again.
    const persons = wanted ? concerned : concerned.filter((row) => row.found !== null || row.disabled === 1);
    if (persons.length === 0) continue;
    const deadlines = await Deadlines.load(db, organization.id);
    for (const { id, found, disabled } of persons) {
      const person = { orgId: organization.id, userId: id };
      const isQuiet = found === null && disabled === 0;
      // Most people comply: nothing is locked or written for them.
      if (isQuiet && (await findOverdueSince(db, person, deadlines)) === null) continue;
      await checkPerson(platform, person, settings, deadlines);
    }
  }
  platform.jobs.wake();
}

/** Enables a person who was disabled and complies now, for example by the inventory that was just posted. */
export async function enableIfCompliant(platform: Platform, person: Person): Promise<void> {
  const { db } = platform.database;
  const settings = await readSettings(db, person.orgId);
  const deadlines = await Deadlines.load(db, person.orgId);
  await checkPerson(platform, person, settings, deadlines);
}

function checkPerson(
  { database, jobs }: Platform,
  person: Person,
  settings: OrganizationSettings,
  deadlines: Deadlines,
): Promise<void> {
  const { orgId, userId } = person;
  const notice = settings.noncompliance_notice_in_hours * hour;
  return database.transaction(async (tx) => {
    // This lock makes an inventory that is posted meanwhile, or another administrator who is removed, wait, or this
    // transaction see its result.
    await lockOrganization(tx, orgId);
    const user = await findUser(tx, orgId, userId);
    if (user === undefined) return;
    const moment = getNow();
    const late = settings.disable_noncompliant_users ? await findOverdueSince(tx, person, deadlines) : null;
    const isNear = late !== null && late.at <= addMilliseconds(moment, notice);
    const isPast = late !== null && late.at <= moment;
    if (user.disabled === 1) {
      if (isPast) return;
      await store.setCompliant(tx, orgId, userId, true, moment);
    }
    if (!isNear) return store.deleteWarning(tx, orgId, userId);
    const recorded = {
      org_id: orgId,
      user: userId,
      found: moment,
      told: user.email === null ? moment : null,
    };
    if (await store.insertWarning(tx, recorded)) {
      if (user.email !== null) await jobs.enqueue(tx, orgId, noticeJob, { user: userId });
      return;
    }
    const notified = (await store.findWarning(tx, orgId, userId))?.told ?? null;
    const hadNotice = notified !== null && addMilliseconds(notified, notice) <= moment;
    if (!isPast || !hadNotice || (await isLastAdministrator(tx, user))) return;
    await store.setCompliant(tx, orgId, userId, false, moment);
  });
}

const addMilliseconds = (moment: string, milliseconds: number): string =>
  new Date(Date.parse(moment) + milliseconds).toISOString();
