import {
  type SecurityChange,
  type SecurityLevel,
  type SecuritySettings,
  securityNames,
} from '../../../../contract/security.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { levels } from './levels.ts';
import { inDays, inMinutes } from './moments.ts';
import { assertRecentSignIn } from './recent-sign-in.ts';
import * as store from './store.ts';

const settingsOf = ({ level, chosen }: store.Choice): SecuritySettings => ({ ...levels[level], ...chosen });

/** What an organization demands of passwords, sessions and API tokens. */
export const securityOf = async (db: Db, orgId: string): Promise<SecuritySettings> =>
  settingsOf(await store.readChoice(db, orgId));

/** The level of an organization, what it demands, and what of that it has chosen itself. */
export const readSecurity = async (db: Db, orgId: string) => present(await store.readChoice(db, orgId));

const present = (choice: store.Choice) => ({
  security_level: choice.level,
  settings: settingsOf(choice),
  chosen: securityNames.filter((name) => choice.chosen[name] !== undefined),
});

/** Gives a new organization its level. */
export const startSecurity = (tx: Tx, orgId: string, level: SecurityLevel): Promise<void> =>
  store.putChoice(tx, orgId, { level, chosen: {} });

/**
 * Changes the level or single settings. Sessions and API tokens that are there get the time that new ones get, from now on.
 * Error: `recent_sign_in_required`, by the settings as they were.
 */
export async function updateSecurity(platform: Platform, caller: Caller, change: SecurityChange) {
  await assertRecentSignIn(platform, caller);
  return platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const before = await store.readChoice(tx, caller.orgId);
    const after = changed(before, change);
    await store.putChoice(tx, caller.orgId, after);
    await applyToTokens(tx, caller.orgId, settingsOf(before), settingsOf(after));
    return present(after);
  });
}

function changed(before: store.Choice, { security_level, ...settings }: SecurityChange): store.Choice {
  const known = Object.entries(settings).filter(([name]) => securityNames.some((each) => each === name));
  const merged = Object.entries({ ...before.chosen, ...Object.fromEntries(known) });
  const chosen = Object.fromEntries(merged.filter(([, value]) => value !== null));
  return { level: security_level ?? before.level, chosen };
}

async function applyToTokens(
  tx: Tx,
  orgId: string,
  before: SecuritySettings,
  after: SecuritySettings,
): Promise<void> {
  const differs = (name: keyof SecuritySettings) => before[name] !== after[name];
  const { sessions_longest_in_minutes: longest, sessions_idle_in_minutes: idle } = after;
  const { api_tokens_longest_in_days: days } = after;
  if (differs('sessions_longest_in_minutes') && longest > 0)
    await store.limitTokens(tx, orgId, ['user', 'catalog'], inMinutes(longest));
  if (differs('api_tokens_longest_in_days') && days > 0)
    await store.limitTokens(tx, orgId, ['api'], inDays(days));
  if (differs('sessions_idle_in_minutes'))
    await store.setIdleEnds(tx, orgId, idle === 0 ? null : inMinutes(idle));
}
