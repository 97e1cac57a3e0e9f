import { type Static, Type } from 'typebox';
import { output } from './fields.ts';

/** The codes of warnings; `docs/warnings.md` says what each means and what to do. */
export const warningCodes = [
  // Android packages and iOS packages
  'not_signed',
  'signature_broken',
  'debug_build',
  'arch_32_bits',
  'icon_missing',
  'icon_unreadable',
  // Android packages
  'test_only',
  'preview_sdk',
  'target_sdk_too_old',
  'arch_intel_only',
  'split_required',
  'resources_compressed',
  'native_libraries_compressed',
  'exported_missing',
  'not_for_phones',
  // iOS packages
  'no_profile',
  'profile_expired',
  'store_profile',
  // versions and applications
  'same_file',
  'same_version',
  'older_version',
  'version_cut',
  'other_certificate',
  'same_package',
  'file_not_read',
  'not_scanned',
  'web_clip',
  'not_encrypted',
  // public stores
  'store_not_reached',
  'store_unknown_app',
  'store_not_understood',
  'store_picture_not_read',
  'store_not_asked',
  'store_closed',
  'market_address',
  // App Catalogs and push certificates
  'app_catalog_replaced',
  'push_certificate_missing',
  'push_certificate_other_application',
  'push_cert_ends_soon',
  // credentials
  'certificate_expires',
  'certificate_expired',
  'profile_expires',
  'password_not_stored',
  'credentials_in_use',
  'signing_cancelled',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/**
 * What a person should know though nothing was refused; document 2, POST `/v1/applications/`. Clients have to expect further
 * codes, so the schema does not list them.
 */
export const Warning = output({ message: Type.String(), error: Type.Unsafe<WarningCode>(Type.String()) });
export type Warning = Static<typeof Warning>;
