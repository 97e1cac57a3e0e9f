import type { PictureKind } from '../../../packages-worker/kinds/pictures.ts';
import { changeCatalog } from '../../../platform/database/changes/changes.ts';
import type { CatalogTx } from '../../../platform/database/handles.ts';
import { notFoundError, ServiceError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { listScreenshotRows } from '../lists/batch-store.ts';
import { findManageableApplication } from '../policy.ts';
import * as store from '../store.ts';
import { storeUploadedImage } from './images.ts';
import { buildMediaUrl } from './media-path.ts';

type Form = store.ScreenshotRow['form'];

/** Stores an uploaded picture and lets `keep` name it in the application's rows; returns its path. */
async function setPicture(
  platform: Platform,
  caller: Caller,
  identifier: string,
  picture: { kind: PictureKind; file: UploadedFile | undefined; part: string },
  keep: (tx: CatalogTx, application: store.ApplicationRow, sha256: string) => Promise<void>,
): Promise<string> {
  await findManageableApplication(platform.database.db, caller, identifier);
  if (picture.file === undefined) {
    throw new ServiceError('invalid_request', `The file is missing: send it as the part ${picture.part}.`);
  }
  const sha256 = await storeUploadedImage(platform, caller.orgId, picture.kind, picture.file);
  return changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    await keep(tx, application, sha256);
    return { applications: [application.id], result: buildMediaUrl('', sha256) ?? '' };
  });
}

/** Replaces the icon of the latest version. Errors: `not_found`, `invalid_input`. */
export const setIcon = (
  platform: Platform,
  caller: Caller,
  identifier: string,
  file: UploadedFile | undefined,
) =>
  setPicture(
    platform,
    caller,
    identifier,
    { kind: 'icon', file, part: 'icon_file' },
    async (tx, application, sha256) => {
      if (application.latest_version === null) throw notFoundError('version');
      await store.updateVersion(tx, application.org_id, application.latest_version, { icon: sha256 });
    },
  );

/** Stores the banner. Errors: `not_found`, `invalid_input`. */
export const setBanner = (
  platform: Platform,
  caller: Caller,
  identifier: string,
  file: UploadedFile | undefined,
) =>
  setPicture(
    platform,
    caller,
    identifier,
    { kind: 'banner', file, part: 'banner_file' },
    (tx, application, sha256) =>
      store.updateApplication(tx, application.org_id, application.id, { banner: sha256 }),
  );

/** Stores a screenshot in a slot, in place of what was there. Errors: `not_found`, `invalid_input`. */
export const setScreenshot = (
  platform: Platform,
  caller: Caller,
  identifier: string,
  place: { form: Form; slot: number },
  file: UploadedFile | undefined,
) =>
  setPicture(
    platform,
    caller,
    identifier,
    { kind: 'screenshot', file, part: 'screenshot_file' },
    (tx, application, image) =>
      store.setScreenshot(tx, { org_id: application.org_id, application: application.id, ...place, image }),
  );

/** Removes the banner; false when there was none. */
export const deleteBanner = (platform: Platform, caller: Caller, identifier: string): Promise<boolean> =>
  changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    await store.updateApplication(tx, application.org_id, application.id, { banner: null });
    return { applications: [application.id], result: application.banner !== null };
  });

/** Empties a screenshot slot; false when it was empty. */
export const deleteScreenshot = (
  platform: Platform,
  caller: Caller,
  identifier: string,
  place: { form: Form; slot: number },
): Promise<boolean> =>
  changeCatalog(platform.database, caller.orgId, async (tx) => {
    const application = await findManageableApplication(tx, caller, identifier);
    const key = { org_id: application.org_id, application: application.id, ...place };
    return { applications: [application.id], result: await store.deleteScreenshot(tx, key) };
  });

/** Screenshots by form, in order of their slots. Error: `not_found`. */
export async function listScreenshots(platform: Platform, caller: Caller, identifier: string, base: string) {
  const { db } = platform.database;
  const application = await findManageableApplication(db, caller, identifier);
  const rows = await listScreenshotRows(db, application.org_id, [application.id]);
  const of = (form: Form) =>
    rows
      .filter((row) => row.form === form)
      .map((row) => ({ slot: row.slot, path: buildMediaUrl(base, row.image) ?? '' }));
  return { phone: of('phone'), tablet: of('tablet') };
}

/** Every picture of an application. Error: `not_found`. */
export async function listRelatedMedia(platform: Platform, caller: Caller, identifier: string, base: string) {
  const { db } = platform.database;
  const application = await findManageableApplication(db, caller, identifier);
  const latest = await store.findVersionById(db, application.org_id, application.latest_version ?? '');
  const { phone, tablet } = await listScreenshots(platform, caller, identifier, base);
  const single = (kind: string, path: string | null) => (path === null ? [] : [{ kind, slot: null, path }]);
  return [
    ...single('icon', buildMediaUrl(base, latest?.icon ?? null)),
    ...single('banner', buildMediaUrl(base, application.banner)),
    ...phone.map((shot) => ({ kind: 'phone_screenshot', ...shot })),
    ...tablet.map((shot) => ({ kind: 'tablet_screenshot', ...shot })),
  ];
}
