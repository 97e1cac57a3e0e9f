import { type SecurityChange, type SecuritySettings, securityNames } from '../../../../contract/security.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { getMomentInDays, getMomentInMinutes } from '../../../platform/moments.ts';
import type { Platform } from '../../../platform/services.ts';
import {
  presentSecurity,
  putSecurityChoice,
  readSecurityChoice,
  type SecurityChoice,
  toSecuritySettings,
} from '../../organizations/facade.ts';
import * as store from './token-store.ts';

/**
 * Changes the level or single settings. Existing sessions and API tokens get the lifetime that new ones get, counted
 * from now.
 */
export async function updateSecurity(platform: Platform, caller: Caller, change: SecurityChange) {
  return platform.database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    const before = await readSecurityChoice(tx, caller.orgId);
    const after = toChoice(before, change);
    await putSecurityChoice(tx, caller.orgId, after);
    await applyToTokens(tx, caller.orgId, toSecuritySettings(before), toSecuritySettings(after));
    return presentSecurity(after);
  });
}

function toChoice(before: SecurityChoice, { security_level, ...settings }: SecurityChange): SecurityChoice {
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
  const isChanged = (name: keyof SecuritySettings) => before[name] !== after[name];
  const { sessions_longest_in_minutes: maxLength, sessions_idle_in_minutes: idle } = after;
  const { api_tokens_longest_in_days: days } = after;
  if (isChanged('sessions_longest_in_minutes') && maxLength > 0)
    await store.limitTokens(tx, orgId, ['user', 'catalog'], getMomentInMinutes(maxLength));
  if (isChanged('api_tokens_longest_in_days') && days > 0)
    await store.limitTokens(tx, orgId, ['api'], getMomentInDays(days));
  if (isChanged('sessions_idle_in_minutes'))
    await store.setIdleEnds(tx, orgId, idle === 0 ? null : getMomentInMinutes(idle));
}
