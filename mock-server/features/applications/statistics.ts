import { getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication } from './policy.ts';
import * as store from './statistics-store.ts';

const day = 86_400_000;
const defaultDays = 30;

/** Statistics of an application between two dates (both included, UTC); by default the last 30 days. */
export async function readStatistics(
  platform: Platform,
  caller: Caller,
  identifier: string,
  range: { start_date?: string; end_date?: string },
) {
  const { db } = platform.database;
  const row = await findManageableApplication(db, caller, identifier);
  const end = range.end_date ?? getNow().slice(0, 10);
  const start =
    range.start_date ?? new Date(Date.parse(end) - (defaultDays - 1) * day).toISOString().slice(0, 10);
  if (start > end)
    throw new ServiceError(
      'invalid_request',
      'start_date is after end_date. Send the earlier date as start_date.',
    );
  const days = await store.listDownloadsByDay(db, row.org_id, row.id, start, end);
  const { installs, devices } = await store.countReach(db, row.org_id, row.id);
  return {
    downloads: days.reduce((sum, one) => sum + Number(one.downloads), 0),
    installs,
    devices,
    likes: row.num_likes,
    dislikes: row.num_dislikes,
    by_day: days.map((one) => ({ date: one.date, downloads: Number(one.downloads) })),
  };
}
