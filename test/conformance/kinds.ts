import type { NewApplication } from '../../contract/application-fields.ts';
import { addApplication } from '../../contract/applications.ts';
import { writeZip } from '../../mock-server/app-packages/zip/write-zip.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import type { UploadFile } from '../setup/requests.ts';
import type { TestService } from '../setup/service.ts';

const profile = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadIdentifier</key><string>org.example.wifi</string>
  <key>PayloadDisplayName</key><string>Depot network</string>
  <key>PayloadVersion</key><integer>1</integer>
</dict></plist>`;
const zip = writeZip([{ name: 'AppxManifest.xml', data: Buffer.from('<Package/>') }]);

/** One application of every kind that is added by file or URL, with its number in the table of types. */
export const kinds = {
  iosNative: { type: 0, data: {}, file: { bytes: testIpa(), name: 'Depot.ipa' } },
  web: { type: 1, data: { url: 'https://wiki.example.org/start' } },
  iosStore: { type: 2, data: { url: 'https://apps.apple.com/app/id361309726' } },
  androidNative: { type: 3, data: {}, file: androidPackages.apiDemos },
  iosConfiguration: { type: 4, data: {}, file: { bytes: Buffer.from(profile), name: 'wifi.mobileconfig' } },
  androidStore: { type: 5, data: { url: 'https://play.google.com/store/apps/details?id=org.example.store' } },
  windowsPhoneStore: {
    type: 9,
    data: { url: 'https://www.windowsphone.com/s?appid=5f3a46b2-1c3d-e011-854c-00237de2db9e' },
  },
  windowsPhone: { type: 10, data: {}, file: { bytes: zip, name: 'Stock.xap' } },
  windowsStore: { type: 11, data: {}, file: { bytes: zip, name: 'Stock.appx' } },
  windowsExe: { type: 12, data: {}, file: { bytes: Buffer.from('MZ'), name: 'Stock.exe' } },
  windowsMsi: {
    type: 13,
    data: {},
    file: { bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex'), name: 'Stock.msi' },
  },
  windowsZip: { type: 14, data: {}, file: { bytes: zip, name: 'Stock.zip' } },
  iosHybrid: { type: 4, data: { hybrid: { url: 'https://shop.example.org/m', platform: 'iOS' } } },
  androidHybrid: { type: 3, data: { hybrid: { url: 'https://shop.example.org/m', platform: 'Android' } } },
} as const satisfies Record<string, { type: number; data: NewApplication; file?: UploadFile }>;
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** A request that adds an application of a kind; `data` overrides what the kind needs. */
export function requestFor(service: TestService, name: KindName, data: NewApplication = {}) {
  const kind: { data: NewApplication; file?: UploadFile } = kinds[name];
  return {
    token: service.admin.token,
    data: { ...kind.data, ...data },
    ...(kind.file && { files: { app_file: kind.file } }),
  };
}

/** Adds an application of a kind. */
export const addKind = (service: TestService, name: KindName, data: NewApplication = {}) =>
  service.uploaded(addApplication, requestFor(service, name, data));
