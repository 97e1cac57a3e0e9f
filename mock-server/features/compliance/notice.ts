import { Type } from 'typebox';
import { now } from '../../platform/database/identifiers.ts';
import { whileAway } from '../../platform/database/while-away.ts';
import { fill, fillTemplate } from '../../platform/mail/templates.ts';
import type { Platform } from '../../platform/services.ts';
import { Deadlines } from '../catalog/facade.ts';
import { findOrganization, publicBase, readSettings, senderOf } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import { overdue } from './overdue.ts';
import * as store from './store.ts';

export const noticeJob = {
  name: 'noncompliance_notice',
  payload: Type.Object({ user: Type.String() }),
} as const;

const hour = 60 * 60_000;

const subject = 'Required apps are missing on your devices';
const text = `Hello {first_name},

{organization} requires apps that none of your devices has: {apps}.

Install them from the app catalog before {date} at {time} (UTC). After that your account is disabled, and the catalog shows you only these apps until one of your devices has them.

{link}

Do you need help? Ask your support{support}.
`;

/** Mails a person what is missing and by when; sends nothing when they comply by now. */
export async function sendNotice(platform: Platform, orgId: string, userId: string): Promise<void> {
  const { config, mail } = platform;
  const { db } = platform.database;
  const user = await findUser(db, orgId, userId);
  const note = await store.noteOf(db, orgId, userId);
  if (user === undefined || user.email === null || note === undefined) return;
  const late = await overdue(db, { orgId, userId }, await Deadlines.load(db, orgId));
  if (late === null) return;
  const settings = await readSettings(db, orgId);
  const after = new Date(Date.now() + settings.noncompliance_notice_in_hours * hour).toISOString();
  const at = late.at > after ? late.at : after;
  const values = {
    first_name: user.first_name,
    organization: (await findOrganization(db, orgId)).name,
    apps: [...new Set(late.missing.map(({ application }) => application))].join(', '),
    date: at.slice(0, 10),
    time: at.slice(11, 16),
    support: settings.support_email && `: ${settings.support_email}`,
    link: publicBase(config),
  };
  await mail.send({
    ...senderOf(settings, config),
    to: { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email },
    subject: fill(subject, values),
    ...fillTemplate(text, values),
  });
  const told = now();
  await whileAway(() => store.setTold(db, orgId, userId, told));
}
