import type { WeeklyMail } from '../../../contract/mails.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Platform } from '../../platform/services.ts';
import { Deadlines } from '../catalog/facade.ts';
import { listPeopleWithDeadlines } from '../compliance/facade.ts';
import { parseSettings } from '../organizations/facade.ts';
import { findDue } from './due.ts';
import { type Content, weeklyMailJob } from './send.ts';
import * as store from './store.ts';
import { summarize } from './summary.ts';
import { addDays, getWeekBefore, type Week } from './week.ts';

/** Days for which it is remembered which mails were sent. */
const daysRemembered = 60;

/** In place of a user: all mails of that kind have been noted. */
const allPeople = '';

/**
 * Notes the mails of the last whole week that are not noted yet, for organizations that want them, and adds a job for
 * each. It can run any number of times: each mail is noted once.
 */
export async function planWeeklyMails(platform: Platform, moment = getNow()): Promise<void> {
  const { db } = platform.database;
  const week = getWeekBefore(moment);
  for (const organization of await store.listOrganizations(db)) {
    const settings = parseSettings(organization);
    if (settings.weekly_summary_mails)
      await planKindOnce(platform, organization.id, week, 'summary', planSummaries);
    if (settings.weekly_deadline_mails) {
      await planKindOnce(platform, organization.id, week, 'deadlines', planDeadlines);
    }
  }
  await store.deleteBefore(db, addDays(week.end, -daysRemembered));
  platform.jobs.wake();
}

/** Plans the mails of one kind, unless all of them are planned; after an interruption it continues. */
async function planKindOnce(
  platform: Platform,
  orgId: string,
  week: Week,
  kind: WeeklyMail,
  plan: (platform: Platform, orgId: string, week: Week) => Promise<void>,
): Promise<void> {
  const all = { org_id: orgId, week: week.end, kind, user: allPeople };
  if (await store.isRecorded(platform.database.db, all)) return;
  await plan(platform, orgId, week);
  await platform.database.transaction((tx) => store.insertMail(tx, { ...all, state: 'sent' }));
}

async function planSummaries(platform: Platform, orgId: string, week: Week): Promise<void> {
  const { db } = platform.database;
  const administrators = await store.listAdministrators(db, orgId);
  if (administrators.length === 0) return;
  const summary = await summarize(db, orgId, week);
  for (const { id } of administrators)
    await recordMail(platform, orgId, week, id, { kind: 'summary', summary });
}

async function planDeadlines(platform: Platform, orgId: string, week: Week): Promise<void> {
  const { db } = platform.database;
  const deadlines = await Deadlines.load(db, orgId);
  for (const { id } of await listPeopleWithDeadlines(db, orgId)) {
    const due = await findDue(db, orgId, id, deadlines);
    if (due.length > 0) await recordMail(platform, orgId, week, id, { kind: 'deadlines', due });
  }
}

/** Notes one mail and adds its job, both or neither. */
const recordMail = (
  { database, jobs }: Platform,
  orgId: string,
  week: Week,
  user: string,
  content: Content,
): Promise<void> =>
  database.transaction(async (tx) => {
    const row = { org_id: orgId, week: week.end, kind: content.kind, user, state: 'waiting' } as const;
    if (await store.insertMail(tx, row))
      await jobs.enqueue(tx, orgId, weeklyMailJob, { week, user, content });
  });
