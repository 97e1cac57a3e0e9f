import type { NewApplication } from '../../../../contract/application-fields.ts';
import { roles } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import { changeCatalog } from '../../../platform/database/changes/changes.ts';
import type { Tx } from '../../../platform/database/handles.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { assignLatestVersions } from '../../groups/facade.ts';
import { readSettings } from '../../organizations/facade.ts';
import { setMetadata } from '../custom-metadata.ts';
import { applicationAdded } from '../events.ts';
import { assertApplies, refuseFieldsOfNewVersions } from '../field-rules.ts';
import { toVersionColumns } from '../fields.ts';
import { filterManageable } from '../policy.ts';
import { readPublicStore } from '../public-store/metadata.ts';
import { fillScreenshots } from '../public-store/screenshots.ts';
import * as store from '../store.ts';
import { consumeUpload } from '../uploads/use-upload.ts';
import { replaceAppCatalog } from './app-catalog.ts';
import { detect } from './detect.ts';
import type { Detected } from './detected.ts';
import { insertApplication, insertVersion } from './new-rows.ts';
import { storeOrBuild } from './store-files.ts';
import { listCutVersionWarnings } from './version-warnings.ts';

export interface Published {
  application: store.ApplicationRow;
  warnings: Warning[];
}

/**
 * Adds an application with its first version; document 2, POST /v1/applications/. All or nothing. `alreadyDetected`
 * saves reading the same file again. Errors: `invalid_request`, `invalid_input`, `not_allowed_for_type`,
 * `package_refused`, `not_found` for a group.
 */
export async function addApplication(
  platform: Platform,
  caller: Caller,
  form: Form<NewApplication>,
  alreadyDetected?: Detected,
): Promise<Published> {
  const { data, files } = form;
  assertDeveloperNamesGroup(caller, data);
  const detected = alreadyDetected ?? (await detect(platform, caller, data, files.app_file));
  assertApplies(detected, data);
  refuseFieldsOfNewVersions(detected, data, { required_by: null, notify_users: 1 });
  const { db } = platform.database;
  const fields = await setMetadata(db, caller.orgId, data);
  const publicStore = await readPublicStore(platform, caller, detected, files.icon_file);
  // Also with what the public store says, or with the package that was built.
  const { detected: complete, icon } = await storeOrBuild(
    platform,
    caller,
    { ...detected, ...publicStore.facts },
    form,
  );
  const { reviews_default_value } = await readSettings(db, caller.orgId);
  const published = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    await consumeUpload(tx, caller, data);
    const warnings = [
      ...complete.warnings,
      ...publicStore.warnings,
      ...listCutVersionWarnings(complete, data.version_num),
      ...(await warnAboutSamePackage(tx, caller, complete)),
    ];
    if (data.is_app_catalog)
      warnings.push(...(await replaceAppCatalog(tx, platform, caller.orgId, complete)));
    const application = await insertApplication(tx, caller, complete, fields, reviews_default_value);
    const version = await insertVersion(tx, application, {
      caller,
      detected: complete,
      columns: toVersionColumns(fields),
      icon,
      listing: publicStore.columns,
      previous: null,
    });
    await fillScreenshots(tx, application, publicStore.screenshots);
    await assignLatestVersions(tx, caller, application.id, data.groups ?? []);
    // An event of its own: a first version is no update for anybody, so nobody is notified of it.
    const added = { orgId: caller.orgId, application, version };
    await platform.events.publish(tx, applicationAdded, added);
    const result = { application: { ...application, latest_version: version.id }, warnings };
    return { applications: [application.id], result };
  });
  platform.jobs.wake();
  return published;
}

function assertDeveloperNamesGroup(caller: Caller, { groups = [] }: NewApplication): void {
  if (caller.user.role !== roles.developer || groups.length > 0) return;
  throw new ServiceError(
    'invalid_request',
    'A developer must assign a new application to one of their own groups. Send its id in groups.',
    { details: { field: 'groups' } },
  );
}

/**
 * Warns when another application that the caller may manage has the same package. That is allowed, for example for a
 * trial version beside the real one.
 */
async function warnAboutSamePackage(
  tx: Tx,
  caller: Caller,
  { type, bundleId }: Detected,
): Promise<Warning[]> {
  if (bundleId === null) return [];
  const all = await store.findApplicationsByPackage(tx, caller.orgId, type, bundleId);
  const [earlier] = await filterManageable(tx, caller, all);
  if (earlier === undefined) return [];
  return [
    {
      error: 'same_package',
      message: `Application ${earlier.psk} has the package ${bundleId} too, and a device can have only one of them installed. If this is a new version, add it to application ${earlier.psk}.`,
    },
  ];
}
