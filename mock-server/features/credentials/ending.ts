import { Type } from 'typebox';
import { now } from '../../platform/database/identifiers.ts';
import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { mailPerson } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { endingWords } from './ending-words.ts';
import { warnedUntil } from './presenter.ts';
import * as store from './store.ts';

const noticeJob = {
  name: 'credentials_notice',
  payload: Type.Object({ user: Type.String(), credentials: Type.String() }),
} as const;
const twelveHours = 12 * 3_600_000;

/** Tells administrators by mail, once, of credentials that expire within 30 days. */
export const credentialsJobs = (platform: Platform): JobKind[] => [
  { name: 'ending_credentials', every: twelveHours, run: () => tellOfEnding(platform) },
  jobKind(noticeJob, (payload, { orgId }) => sendNotice(platform, orgId, payload)),
];

/** Asks for the mails about what expires soon. */
export async function tellOfEnding({ database, jobs }: Platform): Promise<void> {
  for (const row of await store.ending(database.db, warnedUntil())) {
    await database.transaction(async (tx) => {
      if (!(await store.setTold(tx, row, now()))) return;
      for (const { id } of await store.administratorsWithMail(tx, row.org_id)) {
        await jobs.enqueue(tx, row.org_id, noticeJob, { user: id, credentials: row.id });
      }
    });
  }
  jobs.wake();
}

async function sendNotice(
  platform: Platform,
  orgId: string,
  { user: userId, credentials }: { user: string; credentials: string },
): Promise<void> {
  const { db } = platform.database;
  const user = await findUser(db, orgId, userId);
  const row = await store.credentialsById(db, orgId, credentials);
  if (user === undefined || user.email === null || row === undefined) return;
  const { description, identity, expires } = row;
  const values = { description, identity, date: expires.slice(0, 10) };
  await mailPerson(platform, orgId, { ...user, email: user.email }, endingWords, values);
}
