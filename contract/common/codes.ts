/** Integer codes: document 1, Roles; document 2, Integer code tables; document 3, Operating system codes. */

export const roles = {
  user: 1,
  administrator: 5,
  appManager: 6,
  userManager: 7,
  developer: 8,
  limitedUserManager: 9,
} as const;
export type RoleCode = (typeof roles)[keyof typeof roles];

/** Names shown as `role_name`; document 1, Roles. */
export const roleNames: Record<RoleCode, string> = {
  1: 'User',
  5: 'Administrator',
  6: 'App Manager',
  7: 'User Manager',
  8: 'Developer',
  9: 'Limited User Manager',
};

export const applicationTypes = {
  iosNative: 0,
  web: 1,
  iosStore: 2,
  androidNative: 3,
  iosConfiguration: 4,
  androidStore: 5,
  otherHandset: 6,
  windowsPhoneStore: 9,
  windowsPhone: 10,
  windowsStore: 11,
  windowsExe: 12,
  windowsMsi: 13,
  windowsZip: 14,
} as const;
export type ApplicationType = (typeof applicationTypes)[keyof typeof applicationTypes];

/** Types whose install file this service keeps, for iOS and Android. */
export const nativeTypes: readonly ApplicationType[] = [
  applicationTypes.iosNative,
  applicationTypes.androidNative,
];

/** Types for iOS, and those for Android. */
export const iosTypes: readonly number[] = [
  applicationTypes.iosNative,
  applicationTypes.iosStore,
  applicationTypes.iosConfiguration,
];
export const androidTypes: readonly number[] = [
  applicationTypes.androidNative,
  applicationTypes.androidStore,
];

/** Types that are an address in Apple's, Google's or Microsoft's store. */
export const publicStoreTypes: readonly number[] = [
  applicationTypes.iosStore,
  applicationTypes.androidStore,
  applicationTypes.windowsPhoneStore,
];

export const formFactors = { unknown: 0, phone: 1, tablet: 2, phoneAndTablet: 3 } as const;
export type FormFactor = (typeof formFactors)[keyof typeof formFactors];

/** Device operating systems. Android N is 100 + N, from 102 on, beyond the 109 of document 3, Operating system codes. */
export const operatingSystems = {
  unknown: 0,
  ios: 1,
  androidFirst: 102,
  androidLast: 199,
  windowsPhone8: 401,
} as const;

export const signStatuses = { signing: -1, unsigned: 0, signed: 1, cancelled: 2, failed: 3 } as const;
export const wrapStatuses = {
  error: -1,
  none: 0,
  ready: 1,
  applying: 2,
  needsSigning: 3,
  previousVersionOnly: 4,
} as const;
export const inspectionStatuses = { error: -1, none: 0, uploading: 1, pending: 2, ready: 3 } as const;

/** `provider` of a report; open choices, Inspections. */
export const inspectionProviders = { providery: 1, providerx: 2 } as const;

/** Why a user or device is disabled; open choices, Users and groups. */
export const disabledReasons = { administrator: 0, nonCompliance: 1, invalidLogins: 2 } as const;

/** The value of `until_date` and `required_by` for “no end”; document 1, Conventions 7. */
export const noEndDate = '9999-12-31T23:59:59.999999';

/** The group that every new organization has; document 1, Group. */
export const allUsersGroup = 'All Users';
