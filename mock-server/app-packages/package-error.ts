import { credentialsSentences } from './credentials/sentences.ts';
import { truncate } from './text.ts';

/** Names of files come from the package: at most this many characters of one are repeated. */
const maxEntryLength = 200;

/** What is wrong with a package: a stable `code`, a sentence for the person who uploaded it, and the file inside that is at fault, if one is. */
export class PackageProblem<Code extends string, Entry extends string | null = string | null> extends Error {
  readonly code: Code;
  readonly entry: Entry;

  constructor(code: Code, sentence: string, entry: Entry, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
    this.entry = (entry === null ? null : truncate(entry, maxEntryLength)) as Entry;
  }
}

/** What each refusal says to the person who chose the file: what is wrong, and what to do. */
const sentences = {
  not_a_zip: 'This file is not an .apk or .ipa package. Choose the package file that your build produced.',
  truncated: 'The file is incomplete: its end is missing. Upload it again.',
  malformed_zip: 'The package archive is damaged. Build the package again and upload the new file.',
  too_large: 'The file is larger than this service accepts. Make the package smaller.',
  too_many_entries: 'The package holds more files than this service accepts. Make the package smaller.',
  zip_bomb: 'The package unpacks to far more than its own size and is refused as unsafe. Build it again.',
  entry_too_large: 'A file in the package that must be read is too large. Build the package again.',
  unsafe_path: 'The package holds a file name that is not safe to unpack. Build the package again.',
  duplicate_entry: 'The package holds two files of the same name. Build the package again.',
  overlapping_entries: 'Files in the package overlap, so it is refused as unsafe. Build it again.',
  symbolic_link: 'The package holds a symbolic link. Build the package without links.',
  encrypted_entry: 'The package archive is protected by a password. Build it without one.',
  unsupported_compression:
    'The package archive uses a compression that devices cannot read. Build it again with the usual tools.',
  no_manifest:
    'The archive is neither an Android package (AndroidManifest.xml) nor an iOS package (Payload/….app). ' +
    'Choose the .apk or .ipa file that your build produced.',
  malformed_manifest: 'The manifest of the package cannot be read. Build the package again.',
  malformed_resources: 'The resource table of the package cannot be read. Build the package again.',
  malformed_executable: 'The executable of the iOS app is missing or cannot be read. Build the app again.',
  malformed_code: 'The code of the app cannot be read. Build the package again.',
  malformed_signature: 'The signature of the package cannot be read. Sign the package again.',
  malformed_profile: 'The provisioning profile of the package cannot be read. Sign the package again.',
  unreadable_profile:
    'This is not a provisioning profile that can be read. Download it again from your developer account.',
  broken_profile:
    'The signature of the provisioning profile is not valid. Download it again from your developer account.',
  malformed_configuration:
    'This is not an iOS configuration profile that can be read. Export it again as a .mobileconfig file.',
  malformed_image: 'The icon of the package cannot be read. Export it again as a PNG.',
  invalid_identifier:
    'The package identifier is missing or not valid. Correct it and build the package again.',
  aab_not_supported:
    'This is an Android App Bundle (.aab), which devices cannot install. Build an .apk from it and upload that.',
  split_not_supported: 'The file holds an Android app in parts (split APKs). Build one universal .apk.',
  signing_key_unsupported:
    'Devices do not know keys of this kind. Sign with an RSA key of 1,024 to 16,384 bits, or a key of the curves P-256, P-384 or P-521.',
  signing_key_too_new:
    'The app is for Android versions that do not know elliptic curve keys. Sign it with an RSA key.',
  signing_key_mismatch: 'The private key does not belong to the certificate.',
  too_large_to_sign: 'The package is too large for a signature that devices read. Make the package smaller.',
  signing_not_verified:
    'The signed package did not pass our own check, so it is not delivered. Tell the people who operate this service.',
  signing_other_platform:
    'These credentials are for the other operating system. Choose some for that of the package.',
  encrypted_binary:
    'This app was encrypted by the App Store, so no other service can deliver it. ' +
    'Export it from your own build for ad hoc or enterprise distribution.',
  simulator_build: 'This app was built for the iOS Simulator. Export a build for devices.',
  other_apple_device:
    'This app is for Apple TV, Apple Watch, Apple Vision Pro or a Mac, so no iPhone or iPad installs it. Build it for iOS.',
  no_profile_for_bundle:
    'No provisioning profile of the credentials is for this part of the app. Add one for its bundle identifier.',
  expired_profile:
    'The provisioning profile for this part of the app has expired. Add a current one to the credentials.',
  profile_of_other_certificate:
    'The provisioning profile for this part of the app does not allow the certificate of the credentials. ' +
    'Add one that was made for it.',
  profiles_of_several_teams:
    'The provisioning profiles for the parts of this app are of different teams. Use those of one team.',
  no_room_for_signature:
    'An executable of the app has no room for a code signature in its header. Link it with -headerpad 0x1000.',
  overlapping_segments:
    'Parts of an executable in the app overlap, so it is refused as unsafe. Build the app again.',
  load_commands_outside:
    'Load commands of an executable in the app point outside of it. Build the app again.',
  too_many_load_commands:
    'An executable in the app has far more load commands than any real one. Build it again.',
  misplaced_signature:
    'The code signature of an executable in the app is not its last part, or is not as large as it says. ' +
    'Build the app again.',
  truncated_executable: 'An executable in the app is incomplete: its end is missing. Build the app again.',
  unsafe_link:
    'The app holds a symbolic link that leads out of it, or files behind a link. Build the app without it.',
  too_complex:
    'The file holds far more parts than any real one, so it is refused as unsafe. Build it again with the usual tools.',
  too_costly:
    'Reading the file takes more time or memory than this service allows. Build it again with the usual tools.',
  reader_failed:
    'The file could not be read. When it is as your build produced it, tell the people who operate this service.',
  ...credentialsSentences,
} as const;

export type PackageErrorCode = keyof typeof sentences;

export const isPackageErrorCode = (code: string): code is PackageErrorCode => Object.hasOwn(sentences, code);

/**
 * A package that is refused. `code` is stable; `message` is for the person who uploads; `entry` names the file inside
 * the package that is at fault, if there is one.
 */
export class PackageError extends PackageProblem<PackageErrorCode> {
  constructor(code: PackageErrorCode, options: { entry?: string; cause?: unknown } = {}) {
    super(code, sentences[code], options.entry ?? null, options.cause);
    this.name = 'PackageError';
  }
}

/** Whether an error comes from the machine (a disk, a missing file) and not from the package. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
