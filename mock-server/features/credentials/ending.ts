import { Type } from 'typebox';
import { now } from '../../platform/database/identifiers.ts';
import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import { fill, fillTemplate } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { findOrganization, publicBase, readSettings, senderOf } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { warnedUntil } from './presenter.ts';
import * as store from './store.ts';

const noticeJob = {
  name: 'credentials_notice',
  payload: Type.Object({ user: Type.String(), credentials: Type.String() }),
} as const;
const twelveHours = 12 * 3_600_000;

const subject = 'The signing certificate “{description}” expires on {date}';
const text = `Hello {first_name},

the certificate “{description}” ({identity}), with which {organization} signs its apps, expires on {date}. After that nothing can be signed with it.

Store a new one in time, and sign the next versions with it.

{link}
`;

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
  { config, mail, database: { db } }: Platform,
  orgId: string,
  { user: userId, credentials }: { user: string; credentials: string },
): Promise<void> {
  const user = await findUser(db, orgId, userId);
  const row = await store.credentialsById(db, orgId, credentials);
  if (user === undefined || user.email === null || row === undefined) return;
  const settings = await readSettings(db, orgId);
  const values = {
    first_name: user.first_name,
    organization: (await findOrganization(db, orgId)).name,
    description: row.description,
    identity: row.identity,
    date: row.expires.slice(0, 10),
    link: publicBase(config),
  };
  await mail.send({
    ...senderOf(settings, config),
    to: { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email },
    subject: fill(subject, values),
    ...fillTemplate(text, values),
  });
}
