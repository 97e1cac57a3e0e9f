import {
  type ApplicationType,
  applicationTypes,
  formFactors,
  nativeTypes,
} from '../../../contract/common/codes.ts';

/** Types that consist of a file which a device takes. */
const fileTypes: readonly number[] = [
  applicationTypes.iosNative,
  applicationTypes.androidNative,
  applicationTypes.iosConfiguration,
  applicationTypes.windowsPhone,
  applicationTypes.windowsStore,
  applicationTypes.windowsExe,
  applicationTypes.windowsMsi,
  applicationTypes.windowsZip,
];
const windowsTypes: readonly number[] = [9, 10, 11, 12, 13, 14];
const iosTypes: readonly number[] = [0, 2, 4];
const androidTypes: readonly number[] = [3, 5];

export const isNative = (type: number): boolean => nativeTypes.some((native) => native === type);
export const hasFile = (type: number): boolean => fileTypes.includes(type);

/** 1 iOS, 2 Android, 4 Windows phone, 5 Windows, 0 any; the `platform` filter values of document 3, Reports. */
export function platformCode(type: number): number {
  if (iosTypes.includes(type)) return 1;
  if (androidTypes.includes(type)) return 2;
  if (type === 9 || type === 10) return 4;
  return windowsTypes.includes(type) ? 5 : 0;
}

/** The device code that an application is for: 1 iOS, 102 Android (the first), 401 Windows phone, 0 any. */
export function operatingSystemFor(type: number): number {
  return { 0: 0, 1: 1, 2: 102, 4: 401, 5: 0 }[platformCode(type)] ?? 0;
}

/** The form factor that counts: the override when there is one; document 2, `form_factor_override`. */
export function effectiveFormFactor(row: { form_factor: number; form_factor_override: string }): number {
  const override = JSON.parse(row.form_factor_override) as string[];
  const phones = override.includes('phones');
  const tablets = override.includes('tablets');
  if (phones && tablets) return formFactors.phoneAndTablet;
  if (phones) return formFactors.phone;
  if (tablets) return formFactors.tablet;
  return row.form_factor;
}

/** What kind of application an address leads to: of a public store, or the web. */
export function typeOfUrl(url: URL): ApplicationType {
  if (/(^|\.)(apps|itunes)\.apple\.com$/.test(url.hostname)) return applicationTypes.iosStore;
  if (url.hostname === 'play.google.com' || url.protocol === 'market:') return applicationTypes.androidStore;
  return applicationTypes.web;
}

const byExtension: Readonly<Record<string, { type: ApplicationType; mime: string }>> = {
  mobileconfig: { type: applicationTypes.iosConfiguration, mime: 'application/x-apple-aspen-config' },
  exe: { type: applicationTypes.windowsExe, mime: 'application/vnd.microsoft.portable-executable' },
  msi: { type: applicationTypes.windowsMsi, mime: 'application/x-msi' },
  xap: { type: applicationTypes.windowsPhone, mime: 'application/x-silverlight-app' },
  appx: { type: applicationTypes.windowsStore, mime: 'application/appx' },
  zip: { type: applicationTypes.windowsZip, mime: 'application/zip' },
};

export const ipa = { type: applicationTypes.iosNative, mime: 'application/octet-stream' } as const;
export const apk = {
  type: applicationTypes.androidNative,
  mime: 'application/vnd.android.package-archive',
} as const;

/** The kind of a file that is no package of ours to read, by its name and first bytes; null when it is none of them. */
export function kindOfOtherFile(
  fileName: string,
  head: Buffer,
): { type: ApplicationType; mime: string } | null {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const kind = byExtension[extension];
  return kind !== undefined && looksLike(extension, head) ? kind : null;
}

function looksLike(extension: string, head: Buffer): boolean {
  switch (extension) {
    case 'exe':
      return head.toString('latin1', 0, 2) === 'MZ';
    case 'msi':
      return head.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1';
    case 'mobileconfig':
      return head.includes('<plist') || head[0] === 0x30;
    default:
      return head.toString('latin1', 0, 2) === 'PK';
  }
}
