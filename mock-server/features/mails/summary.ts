import { type Static, Type } from 'typebox';
import type { Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { Deadlines } from '../catalog/facade.ts';
import { findOverdueSince, listPeopleWithDeadlines } from '../compliance/facade.ts';
import { findPositionBefore, getJournalDay } from '../journals/facade.ts';
import * as store from './store.ts';
import type { Week } from './week.ts';

const Count = Type.Integer({ minimum: 0 });

/** The numbers of a summary of a week; `overdue`: people who are past a deadline on all of their devices now. */
export const Summary = Type.Object({
  newUsers: Count,
  failedSignIns: Count,
  downloads: Count,
  reviews: Count,
  overdue: Count,
});
export type Summary = Static<typeof Summary>;

/** Computes the numbers of a week of an organization. */
export async function summarize(db: Db, orgId: string, week: Week): Promise<Summary> {
  const after = await findPositionBefore(db, orgId, 'sign_in', getJournalDay(week.start));
  return {
    newUsers: await store.countNewUsers(db, orgId, week),
    failedSignIns: await store.countFailedSignIns(db, orgId, week, after),
    downloads: await store.countDownloads(db, orgId, week),
    reviews: await store.countReviews(db, orgId, week),
    overdue: await countOverdue(db, orgId),
  };
}

async function countOverdue(db: Db, orgId: string): Promise<number> {
  const deadlines = await Deadlines.load(db, orgId);
  const moment = getNow();
  let found = 0;
  for (const { id } of await listPeopleWithDeadlines(db, orgId)) {
    const late = await findOverdueSince(db, { orgId, userId: id }, deadlines);
    if (late !== null && late.at <= moment) found += 1;
  }
  return found;
}
