import type { Component, Setting } from '../../../../contract/common/inspection-report.ts';
import { placeOfFile } from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { Manifest } from '../manifest.ts';
import type { XmlElement } from '../resources/axml.ts';
import { inspectNetworkSecurity } from './network-security.ts';
import { meaningOf } from './permissions.ts';

export const manifestFile = 'AndroidManifest.xml';
const place = placeOfFile(manifestFile);
/** From this target on, apps send nothing unencrypted unless they request it (Android 9). */
const encryptedByDefault = 28;
/** Below this target, providers are open to other apps unless they say otherwise (Android 4.2). */
const providersClosed = 17;

const kinds = {
  activity: 'activity',
  'activity-alias': 'activity',
  service: 'service',
  receiver: 'receiver',
  provider: 'provider',
} as const satisfies Record<string, Component['kind']>;

/** Notes the findings in AndroidManifest.xml, and in the network security configuration that it names. */
export async function inspectManifest(
  findings: Findings,
  zip: GuardedZip,
  manifest: Manifest,
): Promise<void> {
  for (const name of manifest.permissions()) {
    findings.add('Permissions', name, { name, ...meaningOf(name), place });
  }
  const application = manifest.application();
  if (application === null) return;
  for (const component of application.children) recordExported(findings, manifest, component);
  recordSettings(findings, manifest, application);
  await recordNetwork(findings, zip, manifest, application);
}

function recordExported(findings: Findings, manifest: Manifest, element: XmlElement): void {
  const kind = Object.hasOwn(kinds, element.name) ? kinds[element.name as keyof typeof kinds] : null;
  if (kind === null || manifest.flag(element, 'enabled') === false) return;
  if (!isExported(manifest, element, kind)) return;
  const name = fullName(manifest, manifest.text(element, 'name') ?? '');
  findings.add('Exported Components', `${kind} ${name}`, {
    kind,
    name,
    permission: permissionOf(manifest, element),
    place,
  });
}

/**
 * Whether other apps can reach a component: as the manifest says, otherwise components with a filter, and old
 * providers.
 */
function isExported(manifest: Manifest, element: XmlElement, kind: Component['kind']): boolean {
  const declared = manifest.flag(element, 'exported');
  if (declared !== null) return declared;
  if (kind === 'provider') return (manifest.targetSdk() ?? providersClosed) < providersClosed;
  return element.children.some(({ name }) => name === 'intent-filter');
}

function permissionOf(manifest: Manifest, element: XmlElement): string | null {
  const own = ['permission', 'readPermission', 'writePermission'].map((name) => manifest.text(element, name));
  const application = manifest.application();
  const ofAll = application === null ? null : manifest.text(application, 'permission');
  return own.find((permission) => permission !== null) ?? ofAll;
}

/** `.Main` and `Main` are in the application's own package. */
function fullName(manifest: Manifest, name: string): string {
  if (name.startsWith('.')) return `${manifest.packageName()}${name}`;
  return name.includes('.') ? name : `${manifest.packageName()}.${name}`;
}

const note = (findings: Findings, setting: Setting['setting'], means: string): void =>
  findings.add('Settings', setting, { setting, domain: null, means, place });

function recordSettings(findings: Findings, manifest: Manifest, application: XmlElement): void {
  if (manifest.flag(application, 'debuggable') === true) {
    note(findings, 'debuggable', 'Anybody who holds the device can look into the running app.');
  }
  // The system makes backups unless the manifest says otherwise.
  if (manifest.flag(application, 'allowBackup') !== false) {
    note(findings, 'allow_backup', "The app's data goes into backups of the device.");
  }
}

async function recordNetwork(
  findings: Findings,
  zip: GuardedZip,
  manifest: Manifest,
  application: XmlElement,
): Promise<void> {
  const configuration = manifest.text(application, 'networkSecurityConfig');
  // Where this file exists, the flag of the manifest has no effect (Android 7 and later).
  if (configuration !== null && zip.has(configuration)) {
    await inspectNetworkSecurity(findings, zip, configuration, manifest);
    return;
  }
  const target = manifest.targetSdk() ?? encryptedByDefault;
  if (manifest.flag(application, 'usesCleartextTraffic') ?? target < encryptedByDefault) {
    note(findings, 'cleartext_traffic', 'The app may send and receive without encryption.');
  }
}
