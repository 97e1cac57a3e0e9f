import { Type } from 'typebox';
import type { Language } from '../../../contract/common/languages.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { retryWhileAway } from '../../platform/database/postgres/retry-while-away.ts';
import type { Platform } from '../../platform/services.ts';
import { Deadlines } from '../catalog/facade.ts';
import { mailPerson, readSettings } from '../organizations/facade.ts';
import { findUser } from '../users/facade.ts';
import de from './messages.de.json' with { type: 'json' };
import en from './messages.en.json' with { type: 'json' };
import { findOverdueSince } from './overdue.ts';
import * as store from './store.ts';

const messages: Readonly<Record<Language, typeof en>> = { en, de };

export const noticeJob = {
  name: 'noncompliance_notice',
  payload: Type.Object({ user: Type.String() }),
} as const;

const hour = 60 * 60_000;

/** Mails a person what is missing and by when; sends nothing when they comply by now. */
export async function sendNotice(platform: Platform, orgId: string, userId: string): Promise<void> {
  const { db } = platform.database;
  const user = await findUser(db, orgId, userId);
  const note = await store.findWarning(db, orgId, userId);
  if (user === undefined || user.email === null || note === undefined) return;
  const late = await findOverdueSince(db, { orgId, userId }, await Deadlines.load(db, orgId));
  if (late === null) return;
  const settings = await readSettings(db, orgId);
  const after = new Date(Date.now() + settings.noncompliance_notice_in_hours * hour).toISOString();
  const at = late.at > after ? late.at : after;
  const apps = new Set(late.missing.map(({ application }) => application));
  const values = { apps: [...apps].join(', '), date: at.slice(0, 10), time: at.slice(11, 16) };
  await mailPerson(
    platform,
    orgId,
    { ...user, email: user.email },
    (language) => messages[language].notice,
    values,
  );
  const notified = getNow();
  await retryWhileAway(() => store.setNotified(db, orgId, userId, notified));
}

/** A person whom an administrator enables gets the whole period of notice again. */
export const restartNotice = (tx: Tx, { user }: { user: { org_id: string; id: string } }): Promise<void> =>
  store.deleteWarning(tx, user.org_id, user.id);
