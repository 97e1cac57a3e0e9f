import { type Static, Type } from 'typebox';
import type { Language } from '../../../contract/common/languages.ts';
import type { ProfileFacts } from '../../app-packages/credentials/signing-material.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { bindJobKind, type JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { mailPerson } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { parseFacts } from './encryption.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import { getWarningLimit } from './presenter.ts';
import * as store from './store.ts';

const messages: Readonly<Record<Language, typeof en>> = { en, de };

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
export const createCredentialsJobs = (platform: Platform): JobKind[] => [
  { name: 'ending_credentials', every: twelveHours, run: () => scheduleExpiryNotices(platform) },
  bindJobKind(noticeJob, (payload, { orgId }) => sendNotice(platform, orgId, payload)),
];

/** Creates the jobs that mail administrators about certificates and profiles that expire soon. */
export async function scheduleExpiryNotices({ database, jobs }: Platform): Promise<void> {
  const before = getWarningLimit();
  for (const row of await store.listExpiring(database.db, before)) {
    const { notices, told: notified } = listNotices(row, before);
    await database.transaction(async (tx) => {
      if (!(await store.setNotified(tx, row, notified))) return;
      for (const { id } of await store.listAdministratorsWithMail(tx, row.org_id)) {
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
function listNotices(row: store.CredentialsRow, before: string) {
  const isEnding = row.told === null && row.expires <= before;
  const from = row.profiles_end;
  const untold = from === null ? [] : parseFacts(row).profiles.filter(({ expires }) => expires >= from);
  const profiles = untold.filter(({ expires }) => expires <= before);
  return {
    notices: [...(isEnding ? [{}] : []), ...profiles.map((profile) => ({ profile: toProfile(profile) }))],
    told: {
      told: isEnding ? getNow() : row.told,
      profiles_end: findFirstExpiry(untold.filter(({ expires }) => expires > before)),
    },
  };
}

const toProfile = ({ name, applicationId, expires }: ProfileFacts): Static<typeof Profile> => ({
  name: name ?? applicationId,
  expires,
});

/** When the first of some profiles ends; null when there is none. */
export const findFirstExpiry = (profiles: readonly Pick<ProfileFacts, 'expires'>[]): string | null =>
  profiles.map(({ expires }) => expires).sort()[0] ?? null;

async function sendNotice(
  platform: Platform,
  orgId: string,
  { user: userId, credentials, profile }: Notice,
): Promise<void> {
  const { db } = platform.database;
  const user = await findUser(db, orgId, userId);
  const row = await store.findCredentialsById(db, orgId, credentials);
  if (user === undefined || user.email === null || row === undefined) return;
  const { description, identity } = row;
  const date = (profile?.expires ?? row.expires).slice(0, 10);
  const values = { description, identity, profile: profile?.name ?? '', date };
  const getWords = (language: Language) =>
    profile === undefined ? messages[language].certificate : messages[language].profile;
  await mailPerson(platform, orgId, { ...user, email: user.email }, getWords, values);
}
