import type { Static } from 'typebox';
import { catalogPages } from '../../../../contract/common/catalog-pages.ts';
import type { Platform } from '../../../platform/services.ts';
import {
  findOrganization,
  getPublicBaseUrl,
  isDemo,
  mailPerson,
  readSettings,
} from '../../organizations/facade.ts';
import { findUser } from '../../users/facade.ts';
import { messages } from '../messages.ts';
import type { accountNoticeJob } from './account-notices.ts';

/** Mails a person what was done to their account; not to people of the demo, whose addresses do not exist. */
export async function sendAccountNotice(
  platform: Platform,
  orgId: string,
  { user: userId, how, to, at, address }: Static<typeof accountNoticeJob.payload>,
): Promise<void> {
  const { config, database } = platform;
  const { db } = database;
  const user = await findUser(db, orgId, userId);
  const organization = await findOrganization(db, orgId);
  const mailbox = to ?? user?.email ?? null;
  if (user === undefined || mailbox === null || isDemo(config, organization)) return;
  const { mail_language } = await readSettings(db, orgId);
  const values = {
    how: messages[mail_language].accountChanges[how],
    user_id: user.user_id,
    date: at.slice(0, 10),
    time: at.slice(11, 16),
    address: address ?? '–',
    link: getPublicBaseUrl(config) + catalogPages.account,
  };
  await mailPerson(
    platform,
    orgId,
    { ...user, email: mailbox },
    (language) => messages[language].accountNotice,
    values,
  );
}
