export {
  checkFreeMetadata,
  checkMetadataByTemplate,
} from './custom-metadata.ts';
export { createDefaultSettings } from './default-settings.ts';
export { demoSubdomain, isDemo } from './demo-accounts.ts';
export { type MailWords, mailPerson } from './mail-person.ts';
export { getMailSender, getPublicBaseUrl } from './mail-sender.ts';
export {
  createOrganization,
  findReachableOrganization,
  readSettingsOfAnyOrganization,
  subdomainTakenError,
} from './organizations.ts';
export { presentOrganization } from './presenter.ts';
export { decryptProviderSettings } from './provider-settings.ts';
export { readPushCertificate } from './push-certificate.ts';
export { renewOrganizations } from './renew.ts';
export { securityLevels } from './security/levels.ts';
export { assertRecentSignIn } from './security/recent-sign-in.ts';
export {
  presentSecurity,
  readSecurity,
  readSecuritySettings,
  setInitialSecurity,
  toSecuritySettings,
} from './security/settings.ts';
export {
  putSecurityChoice,
  readSecurityChoice,
  type SecurityChoice,
} from './security/store.ts';
export { findOrganization, parseSettings, readSettings } from './settings.ts';
export {
  findOrganizationById,
  type OrganizationRow,
  organizationExists,
} from './store.ts';
