import { plistText } from '../formats/plist/plist-value.ts';
import type { Json } from '../package-info.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { type Bundle, readBundle } from './bundle.ts';
import { readProfile } from './profiles/embedded-profile.ts';

/** Bundles inside an app that are signed with a profile of their own, by the folder that contains them. */
const nested =
  /^(Payload\/[^/]+\.app\/(?:.*\/)?(PlugIns|Extensions|Watch|AppClips)\/[^/]+\.(?:appex|app)\/)Info\.plist$/;
const types = new Map([
  ['PlugIns', 'extension'],
  ['Extensions', 'extension'],
  ['Watch', 'watch_app'],
  ['AppClips', 'app_clip'],
]);
const maxSignables = 100;

/** `signables_info` of document 2, Install file object: the app itself first, then the bundles in it. */
export async function readSignables(zip: GuardedZip, app: Bundle): Promise<Json[]> {
  const signables = [await describe(zip, app, 'app')];
  const matches = zip
    .names()
    .map((name) => nested.exec(name))
    .filter((match) => match !== null);
  for (const [, path = '', folder = ''] of matches.slice(0, maxSignables)) {
    signables.push(await describe(zip, await readBundle(zip, path), types.get(folder) ?? 'extension'));
  }
  return signables;
}

/** Whether the app contains frameworks or libraries, which are signed with it. */
export function hasFrameworks(zip: GuardedZip): boolean {
  return zip.names().some((name) => name.includes('.app/Frameworks/') && !name.endsWith('/Frameworks/'));
}

async function describe(zip: GuardedZip, bundle: Bundle, type: string): Promise<Json> {
  const profile = await readProfile(zip, bundle.path);
  return {
    bundle_id: bundle.bundleId,
    name: plistText(bundle.plist, 'CFBundleName'),
    type,
    provisioning_profile: profile?.name ?? null,
  };
}
