export { byTemplate, withoutTemplate } from './custom-metadata.ts';
export { defaultSettings } from './default-settings.ts';
export { demoSubdomain, isDemo } from './demo-accounts.ts';
export { type MailWords, mailPerson } from './mail-person.ts';
export { publicBase, senderOf } from './mail-sender.ts';
export {
  createOrganization,
  reachable,
  settingsByLot,
  subdomainTaken,
} from './organizations.ts';
export { presentOrganization } from './presenter.ts';
export { openProvider } from './provider-settings.ts';
export { readPushCertificate } from './push-certificate.ts';
export { renewOrganizations } from './renew.ts';
export { levels as settingsAtLevels } from './security/levels.ts';
export { assertRecentSignIn } from './security/recent-sign-in.ts';
export {
  presentSecurity,
  readSecurity,
  securityOf,
  settingsOf as securitySettingsOf,
  startSecurity,
} from './security/settings.ts';
export {
  type Choice as SecurityChoice,
  putChoice as putSecurityChoice,
  readChoice as readSecurityChoice,
} from './security/store.ts';
export { findOrganization, readSettings, settingsOf } from './settings.ts';
export { type OrganizationRow, organizationById, organizationExists } from './store.ts';
