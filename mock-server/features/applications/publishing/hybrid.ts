import { type Hybrid, maxLengths, type NewVersion } from '../../../../contract/application-fields.ts';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import type { HybridApp } from '../../../app-packages/hybrid-app.ts';
import {
  buildHybridApkKind,
  buildWebClipKind,
  hybridFile,
} from '../../../packages-worker/kinds/build-hybrid.ts';
import { takeBeginning } from '../../../platform/cut-text.ts';
import { createId } from '../../../platform/database/identifiers.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import type { MadeFiles } from '../../../platform/workers/worker-folder.ts';
import { storeGenericIcon } from '../pictures/images.ts';
import type { VersionRow } from '../store.ts';
import { parseAddress } from './addresses.ts';
import { fromPackage } from './detect-file.ts';
import { type Detected, undetected } from './detected.ts';
import { profileKind } from './file-kinds.ts';

/** Most bytes of a file that is built: far more than the largest icon takes. */
const maxBytes = 4 * 1024 * 1024;

/** What a hybrid object asks for. Nothing is built yet. Error: `invalid_input` for an address that no application may show. */
export function detectHybrid(hybrid: Hybrid): Detected {
  const url = parseHybridAddress(hybrid.url);
  const android = hybrid.platform === 'Android';
  return {
    ...undetected,
    type: android ? applicationTypes.androidNative : applicationTypes.iosConfiguration,
    url: url.href,
    name: url.hostname,
    hybrid: {
      url: url.href,
      platform: hybrid.platform,
      show_navbar: hybrid.show_navbar ?? false,
      // On Android links never open in a tab of their own; document 2, Hybrid object.
      allow_tabs: !android && hybrid.allow_tabs === true,
      file_open_support: hybrid.file_open_support ?? false,
    },
    warnings: [...(android ? [] : [webClip]), ...(url.protocol === 'http:' ? [notEncryptedWarning] : [])],
  };
}

const notEncryptedWarning: Warning = {
  error: 'not_encrypted',
  message:
    'The address begins with http://: what people see and enter there can be read and changed on the way. Publish it by https if the site can.',
};

const webClip: Warning = {
  error: 'web_clip',
  message:
    'For iOS this becomes a web clip: a configuration profile that puts the address on the home screen. iOS itself decides what opens files.',
};

/** Error: `invalid_input` unless it is a web address as an application may carry it. */
function parseHybridAddress(text: string): URL {
  // The URL parser would drop some of these characters, and the address would differ from the one that the publisher
  // read.
  if (/[\s\p{C}]/u.test(text))
    throw notAllowedError('hybrid.url', 'Leave out spaces and invisible characters.');
  if (!/^https?:/i.test(text)) {
    throw notAllowedError(
      'hybrid.url',
      'A hybrid application shows a web page. Begin with https:// or http://.',
    );
  }
  return parseAddress(text, 'hybrid.url');
}

/** Characters that can't be part of a one-line name, and those that change the direction of the text around it. */
const unshowable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/** Any visible character: no space, no invisible character, no letter that is drawn as nothing. */
const visibleCharacter = /[^\s\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

function assertShowable(name: string): string {
  if (!visibleCharacter.test(name)) throw notAllowedError('app_name', 'Write a name that people can see.');
  if (!unshowable.test(name)) return name;
  throw notAllowedError(
    'app_name',
    'Leave out control characters, and marks that change the direction of text.',
  );
}

const notAllowedError = (field: string, sentence: string): ServiceError =>
  new ServiceError('invalid_input', `${field}: ${sentence}`, { details: { field } });

/** What a version of a hybrid application continues; null values for the first version. */
export interface EarlierVersions {
  /** The identifier that all packages of the application have. */
  identifier: string | null;
  previous: VersionRow | null;
}

interface HybridInput extends EarlierVersions {
  data: Pick<NewVersion, 'app_name' | 'version_num'>;
  /** SHA-256 of the icon that came with the request. */
  icon: string | null;
}

/** What was built: its package or profile in the blob store, and its icon. */
export interface BuiltHybrid {
  detected: Detected;
  icon: string;
}

/**
 * Builds a hybrid application in a worker process: a package for Android, a profile for iOS; document 2, Hybrid object.
 * Without an icon it gets the generic one. Errors: `invalid_input` for its name, `unavailable`.
 */
export async function buildHybrid(
  platform: Platform,
  caller: Caller,
  detected: Detected,
  { data, icon, identifier, previous }: HybridInput,
): Promise<BuiltHybrid> {
  const ordinal = (previous?.ordinal ?? 0) + 1;
  const hybrid = detected.hybrid;
  const app: HybridApp = {
    identifier: identifier ?? createIdentifier(caller.orgId),
    name: assertShowable(
      data.app_name ?? (previous?.app_name || takeBeginning(detected.name, maxLengths.app_name)),
    ).trim(),
    address: hybrid?.url ?? '',
    version: data.version_num ?? `${ordinal}.0`,
    build: ordinal,
    showsNavbar: hybrid?.show_navbar === true,
    allowsTabs: hybrid?.allow_tabs === true,
    opensFiles: hybrid?.file_open_support === true,
  };
  const shown = icon ?? previous?.icon ?? (await storeGenericIcon(platform, caller.orgId));
  const picture = await platform.blobs.open('images', shown);
  try {
    const task = { owner: caller.orgId, input: app, files: { icon: picture.path } };
    const build = hybrid?.platform === 'Android' ? buildPackage : buildProfile;
    const facts = await build(platform, app, task);
    const { url, name, warnings } = detected;
    const versionNum = app.version;
    const built = { ...facts, hybrid, url, name, versionNum, warnings: [...facts.warnings, ...warnings] };
    return { detected: built, icon: shown };
  } finally {
    await picture.release();
  }
}

/** A unique identifier that no application of anybody else can have. */
const createIdentifier = (orgId: string): string => `appshelf.hybrid.o${orgId}.a${createId()}`;

interface BuildTask {
  owner: string;
  input: HybridApp;
  files: { icon: string };
}

const buildPackage = (platform: Platform, app: HybridApp, task: BuildTask): Promise<Detected> =>
  platform.workers.run(buildHybridApkKind, task, async (facts, made) =>
    fromPackage(facts, null, await storeImage(platform, made, `${app.name}.apk`)),
  );

const buildProfile = (platform: Platform, app: HybridApp, task: BuildTask): Promise<Detected> =>
  platform.workers.run(buildWebClipKind, task, async ({ identifier }, made) => ({
    ...undetected,
    type: profileKind.type,
    bundleId: identifier,
    name: app.name,
    file: {
      upload: await storeImage(platform, made, `${app.name}.mobileconfig`),
      mime: profileKind.mime,
      metadata: null,
    },
    warnings: [],
  }));

async function storeImage({ blobs }: Platform, made: MadeFiles, fileName: string): Promise<UploadedFile> {
  const received = await made.withStream(hybridFile, (bytes) => blobs.receive(bytes, maxBytes));
  await blobs.promote('files', received);
  return { ...received, fileName };
}
