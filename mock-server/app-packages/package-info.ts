import { type Static, Type } from 'typebox';
import { formFactors } from '../../contract/common/codes.ts';
import { Warning } from '../../contract/common/warnings.ts';
import { ApkSignature } from './android/signature/signature-info.ts';
import { IpaSignature } from './ios/signature/signature-info.ts';

const Text = Type.Union([Type.Null(), Type.String()]);

/** A value that JSON carries as it is. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** How a package is signed. */
export const PackageSigning = Type.Object({
  /**
   * Android: whether every device that it is for accepts the signature. iOS: whether the code signature of every part
   * is valid.
   */
  signed: Type.Boolean(),
  /** Android: the valid schemes that devices check. iOS: `code_signature` when it is valid. */
  schemes: Type.Array(Type.String()),
  /** SHA-256 of the signer's certificate (DER), lower-case hexadecimal. */
  certificateSha256: Text,
  /** What was found out about the signature; Android only. */
  apk: Type.Union([Type.Null(), ApkSignature]),
  /** What was found out about the code signature; iOS only. */
  ipa: Type.Union([Type.Null(), IpaSignature]),
  /** What kind of distribution the provisioning profile is for; iOS only. */
  distribution: Type.Union([Type.Null(), Type.Enum(['development', 'ad_hoc', 'enterprise', 'store'])]),
  /** The identifier of the provisioning profile's team; iOS only. */
  team: Text,
});
export type PackageSigning = Static<typeof PackageSigning>;

/** What a package says about itself. */
export const PackageFacts = Type.Object({
  kind: Type.Enum(['apk', 'ipa']),
  platform: Type.Enum(['Android', 'iOS']),
  /** Android package name or iOS bundle identifier. */
  bundleId: Type.String(),
  /** The version for people (versionName, CFBundleShortVersionString), null when the package has none. */
  version: Text,
  /** The version for machines (versionCode, CFBundleVersion), null when the package has none. */
  build: Text,
  /** The app's name; without one, the file's name without its extension; null when that is unknown too. */
  label: Text,
  /** The oldest system version that it runs on, for example `5.0`; null when the package does not say. */
  minOs: Text,
  /** Bytes of the package file. */
  size: Type.Integer({ minimum: 0 }),
  formFactor: Type.Enum(Object.values(formFactors)),
  /** A scheme that opens the app (without `://`), null when the app declares none that only it uses. */
  urlScheme: Text,
  signing: PackageSigning,
  /** iOS: the profile lets only the devices listed in it install the app. */
  isAdhoc: Type.Boolean(),
  warnings: Type.Array(Warning),
  /** `binary_metadata` of document 2, Install file object: values that JSON carries as they are. */
  binaryMetadata: Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown())),
});

/** What a package says about itself, and its icon. */
export interface PackageInfo extends Static<typeof PackageFacts> {
  /** PNG bytes from the package (CgBI and WebP converted). Not safe to serve: decode and encode them again first. */
  icon: Buffer | null;
}

/** An iOS configuration profile (.mobileconfig), as far as it may be shown. */
export const ConfigurationProfile = Type.Object({
  /** `PayloadIdentifier`. */
  identifier: Type.String(),
  name: Type.Union([Type.Null(), Type.String()]),
  /** Whether it has a signature, which is not verified. */
  signed: Type.Boolean(),
});
export type ConfigurationProfile = Static<typeof ConfigurationProfile>;
