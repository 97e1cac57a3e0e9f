import { type Static, Type } from 'typebox';
import type { FormFactor } from '../../../contract/common/codes.ts';
import { ApkSignature } from './android/signature/signature-info.ts';

const Text = Type.Union([Type.Null(), Type.String()]);

/** What the person who uploads should know although the package is accepted; document 2, POST `/v1/applications/`. */
export interface PackageWarning {
  error: string;
  message: string;
}

/** A value that JSON carries as it is. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** How a package is signed. */
export const PackageSigning = Type.Object({
  /** Android: every device it is for takes the signature. iOS: there is a code signature, which is not verified. */
  signed: Type.Boolean(),
  /** Android: the schemes that devices look at and that hold. iOS: `code_signature` when present. */
  schemes: Type.Array(Type.String()),
  /** SHA-256 of the signer's certificate (DER), lower-case hexadecimal; Android only. */
  certificateSha256: Text,
  /** What was found out about the signature; Android only. */
  apk: Type.Union([Type.Null(), ApkSignature]),
  /** What kind of distribution the provisioning profile is for; iOS only. */
  distribution: Type.Union([Type.Null(), Type.Enum(['development', 'ad_hoc', 'enterprise', 'store'])]),
  /** The identifier of the team that the provisioning profile is of; iOS only. */
  team: Text,
});
export type PackageSigning = Static<typeof PackageSigning>;

/** What a package says about itself. */
export interface PackageInfo {
  kind: 'apk' | 'ipa';
  platform: 'Android' | 'iOS';
  /** Android package name or iOS bundle identifier. */
  bundleId: string;
  /** The version for people (versionName, CFBundleShortVersionString), null when the package has none. */
  version: string | null;
  /** The version for machines (versionCode, CFBundleVersion), null when the package has none. */
  build: string | null;
  /** The app's name; without one, the file's name without its extension; null when that is unknown too. */
  label: string | null;
  /** The oldest system version that it runs on, for example `5.0`; null when the package does not say. */
  minOs: string | null;
  /** PNG bytes from the package (CgBI and WebP converted). Not safe to serve: decode and encode them again first. */
  icon: Buffer | null;
  /** Bytes of the package file. */
  size: number;
  formFactor: FormFactor;
  /** A scheme that opens the app (without `://`), null when it declares none of its own. */
  urlScheme: string | null;
  signing: PackageSigning;
  /** iOS: the profile lets only the devices listed in it install the app. */
  isAdhoc: boolean;
  warnings: PackageWarning[];
  /** `binary_metadata` of document 2, Install file object. */
  binaryMetadata: { [key: string]: Json };
}
