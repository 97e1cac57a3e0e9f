import type { NewVersion } from '../../../../contract/application-fields.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { findGroup } from '../../groups/facade.ts';
import { storeUploadedImage } from '../pictures/images.ts';
import type { Detected } from './detected.ts';
import { buildHybrid, type EarlierVersions } from './hybrid.ts';

/**
 * Stores the files of a request, and builds the package of a hybrid application, which does not exist before. Call it
 * after all other checks, just before the rows are written. The icon is the SHA-256 of the one that came with the
 * request or the package. Errors: `not_found` for a group, `invalid_input` for an icon or a hybrid application's name.
 */
export async function storeOrBuild(
  platform: Platform,
  caller: Caller,
  detected: Detected,
  { data, files }: Form<NewVersion>,
  earlier: EarlierVersions = { identifier: null, previous: null },
): Promise<{ detected: Detected; icon: string | null }> {
  for (const group of data.groups ?? []) await findGroup(platform.database.db, caller, group);
  const icon = files.icon_file
    ? await storeUploadedImage(platform, caller.orgId, 'icon', files.icon_file)
    : detected.icon && (await platform.blobs.put('images', detected.icon)).sha256;
  if (detected.file !== null) await platform.blobs.promote('files', detected.file.upload);
  if (detected.hybrid === null) return { detected, icon };
  return buildHybrid(platform, caller, detected, { data, icon, ...earlier });
}
