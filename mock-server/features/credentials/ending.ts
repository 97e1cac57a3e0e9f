import { type Static, Type } from 'typebox';
import type { ProfileFacts } from '../../app-packages/credentials/signing-material.ts';
import { now } from '../../platform/database/identifiers.ts';
import { type JobKind, jobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { mailPerson } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { warnedUntil } from './presenter.ts';
import { factsOf } from './sealed.ts';
import * as store from './store.ts';
import { certificateWords, profileWords } from './words.ts';

/** A provisioning profile as a mail names it. */
const Profile = Type.Object({ name: Type.String(), expires: Type.String() });

const noticeJob = {
  name: 'credentials_notice',
  // Without a profile, the mail is about the certificate.
  payload: Type.Object({
    user: Type.String(),
    credentials: Type.String(),
    profile: Type.Optional(Profile),
  }),
} as const;
type Notice = Static<typeof noticeJob.payload>;
const twelveHours = 12 * 3_600_000;

/** Tells administrators by mail, once each, of certificates and provisioning profiles that expire within 30 days. */
export const credentialsJobs = (platform: Platform): JobKind[] => [
  { name: 'ending_credentials', every: twelveHours, run: () => tellOfEnding(platform) },
  jobKind(noticeJob, (payload, { orgId }) => sendNotice(platform, orgId, payload)),
];

/** Creates the jobs that mail administrators about certificates and profiles that expire soon. */
export async function tellOfEnding({ database, jobs }: Platform): Promise<void> {
  const before = warnedUntil();
  for (const row of await store.ending(database.db, before)) {
    const { notices, told } = noticesOf(row, before);
    await database.transaction(async (tx) => {
      if (!(await store.setTold(tx, row, told))) return;
      for (const { id } of await store.administratorsWithMail(tx, row.org_id)) {
        for (const notice of notices) {
          await jobs.enqueue(tx, row.org_id, noticeJob, { ...notice, user: id, credentials: row.id });
        }
      }
    });
  }
  jobs.wake();
}

/**
 * Certificates and profiles that end before a moment and of which nobody was told yet, with the columns that note that
 * administrators were told.
 */
function noticesOf(row: store.CredentialsRow, before: string) {
  const isEnding = row.told === null && row.expires <= before;
  const from = row.profiles_end;
  const untold = from === null ? [] : factsOf(row).profiles.filter(({ expires }) => expires >= from);
  const profiles = untold.filter(({ expires }) => expires <= before);
  return {
    notices: [...(isEnding ? [{}] : []), ...profiles.map((profile) => ({ profile: named(profile) }))],
    told: {
      told: isEnding ? now() : row.told,
      profiles_end: firstEnd(untold.filter(({ expires }) => expires > before)),
    },
  };
}

const named = ({ name, applicationId, expires }: ProfileFacts): Static<typeof Profile> => ({
  name: name ?? applicationId,
  expires,
});

/** When the first of some profiles ends; null when there is none. */
export const firstEnd = (profiles: readonly Pick<ProfileFacts, 'expires'>[]): string | null =>
  profiles.map(({ expires }) => expires).sort()[0] ?? null;

async function sendNotice(
  platform: Platform,
  orgId: string,
  { user: userId, credentials, profile }: Notice,
): Promise<void> {
  const { db } = platform.database;
  const user = await findUser(db, orgId, userId);
  const row = await store.credentialsById(db, orgId, credentials);
  if (user === undefined || user.email === null || row === undefined) return;
  const { description, identity } = row;
  const date = (profile?.expires ?? row.expires).slice(0, 10);
  const values = { description, identity, profile: profile?.name ?? '', date };
  const words = profile === undefined ? certificateWords : profileWords;
  await mailPerson(platform, orgId, { ...user, email: user.email }, words, values);
}
