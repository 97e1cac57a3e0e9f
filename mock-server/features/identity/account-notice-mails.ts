import type { Static } from 'typebox';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { fill, fillTemplate } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { findOrganization, publicBase, readSettings, senderOf } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { accountNoticeWords } from './account-notice-words.ts';
import type { accountNoticeJob } from './account-notices.ts';
import { isDemo } from './demo-accounts.ts';

/** Mails a person what was done to their account; nothing to those of the demo, whose addresses nobody has. */
export async function sendAccountNotice(
  { config, mail, database: { db } }: Platform,
  orgId: string,
  { user: userId, how, to, at, address }: Static<typeof accountNoticeJob.payload>,
): Promise<void> {
  const user = await findUser(db, orgId, userId);
  const organization = await findOrganization(db, orgId);
  const mailbox = to ?? user?.email ?? null;
  if (user === undefined || mailbox === null || isDemo(config, organization)) return;
  const settings = await readSettings(db, orgId);
  const words = accountNoticeWords[settings.mail_language];
  const values = {
    how: words.how[how],
    first_name: user.first_name,
    user_id: user.user_id,
    organization: organization.name,
    date: at.slice(0, 10),
    time: at.slice(11, 16),
    address: address ?? '–',
    support: settings.support_email && `: ${settings.support_email}`,
    link: publicBase(config) + catalogPages.account,
  };
  await mail.send({
    ...senderOf(settings, config),
    to: { name: `${user.first_name} ${user.last_name}`.trim(), address: mailbox },
    subject: fill(words.subject, values),
    ...fillTemplate(words.text, values),
  });
}
