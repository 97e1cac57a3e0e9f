import { applicationTypes } from '../../../contract/common/codes.ts';
import type { Listing } from '../catalog/facade.ts';

/** An install file, with what a manifest says about it. */
export interface Package {
  type: number;
  fileId: string;
  /** Bytes. */
  size: number;
  bundleId: string | null;
  bundleVersion: string;
  title: string;
  subtitle: string;
  /** SHA-256 of the icon image. */
  icon: string | null;
}

/** The package of a version; null when the service has no file for it. */
export function toPackage({ application, version }: Listing): Package | null {
  if (version.file_id === null || version.size === null) return null;
  return {
    type: application.type,
    fileId: version.file_id,
    size: version.size,
    bundleId: application.bundle_id,
    bundleVersion: version.binary_version ?? version.version_num,
    title: version.app_name,
    subtitle: version.author,
    icon: version.icon,
  };
}

/** Whether a device installs it through a manifest. */
export const needsManifest = (type: number): boolean => type === applicationTypes.iosNative;
