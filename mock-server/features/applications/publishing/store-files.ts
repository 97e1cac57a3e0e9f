import type { NewVersion } from '../../../../contract/application-fields.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { findGroup } from '../../groups/facade.ts';
import { storeUploadedImage } from '../pictures/images.ts';
import type { Detected } from './detected.ts';

/**
 * Stores the files of a request. Call it after all other checks, just before the rows are written. Returns the SHA-256
 * of the icon, which comes with the request or the package. Errors: `not_found` for a group, `invalid_input` for an
 * icon.
 */
export async function storeFiles(
  platform: Platform,
  caller: Caller,
  detected: Detected,
  { data, files }: Form<Pick<NewVersion, 'groups'>>,
): Promise<string | null> {
  for (const group of data.groups ?? []) await findGroup(platform.database.db, caller, group);
  const icon = files.icon_file
    ? await storeUploadedImage(platform, caller.orgId, 'icon', files.icon_file)
    : detected.icon && (await platform.blobs.put('images', detected.icon)).sha256;
  if (detected.file !== null) await platform.blobs.promote('files', detected.file.upload);
  return icon;
}
