export { checkByTemplate as byTemplate, checkFree as withoutTemplate } from './custom-metadata.ts';
export { createDefaultSettings as defaultSettings } from './default-settings.ts';
export { demoSubdomain, isDemo } from './demo-accounts.ts';
export { type MailWords, mailPerson } from './mail-person.ts';
export { getPublicBase as publicBase, getSender as senderOf } from './mail-sender.ts';
export {
  createOrganization,
  findReachable as reachable,
  readSettingsByFraction as settingsByLot,
  subdomainTakenError as subdomainTaken,
} from './organizations.ts';
export { presentOrganization } from './presenter.ts';
export { decryptProvider as openProvider } from './provider-settings.ts';
export { readPushCertificate } from './push-certificate.ts';
export { renewOrganizations } from './renew.ts';
export { levels as settingsAtLevels } from './security/levels.ts';
export { assertRecentSignIn } from './security/recent-sign-in.ts';
export {
  initialSecurity as startSecurity,
  presentSecurity,
  readSecurity,
  readSecuritySettings as securityOf,
  toSettings as securitySettingsOf,
} from './security/settings.ts';
export {
  type Choice as SecurityChoice,
  putChoice as putSecurityChoice,
  readChoice as readSecurityChoice,
} from './security/store.ts';
export { findOrganization, parseSettings as settingsOf, readSettings } from './settings.ts';
export {
  findOrganizationById as organizationById,
  type OrganizationRow,
  organizationExists,
} from './store.ts';
