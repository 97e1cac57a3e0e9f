import { type SecurityLevel, type SecuritySettings, securityNames } from '../../../../contract/security.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { securityLevels } from './levels.ts';
import * as store from './store.ts';

/** The settings in force: those of the level, except where the organization has chosen. */
export const toSecuritySettings = ({ level, chosen }: store.SecurityChoice): SecuritySettings => ({
  ...securityLevels[level],
  ...chosen,
});

/** What an organization demands of passwords, sessions and API tokens. */
export const readSecuritySettings = async (db: Db, orgId: string): Promise<SecuritySettings> =>
  toSecuritySettings(await store.readSecurityChoice(db, orgId));

/** The level of an organization, the settings in force, and which of them it has chosen itself. */
export const readSecurity = async (db: Db, orgId: string) =>
  presentSecurity(await store.readSecurityChoice(db, orgId));

/** The answer with the level, the settings in force, and the names of those that were chosen. */
export const presentSecurity = (choice: store.SecurityChoice) => ({
  security_level: choice.level,
  settings: toSecuritySettings(choice),
  chosen: securityNames.filter((name) => choice.chosen[name] !== undefined),
});

/** Gives a new organization its level. */
export const setInitialSecurity = (tx: Tx, orgId: string, level: SecurityLevel): Promise<void> =>
  store.putSecurityChoice(tx, orgId, { level, chosen: {} });
