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
import { assertApplies, assertNoNewVersionFields } from '../field-rules.ts';
import { versionColumns } from '../fields.ts';
import { filterManageable } from '../policy.ts';
import { readPublicStore } from '../public-store/metadata.ts';
import { fillScreenshots } from '../public-store/screenshots.ts';
import * as store from '../store.ts';
import { useUpload } from '../uploads/use-upload.ts';
import { replaceAppCatalog } from './app-catalog.ts';
import { detect } from './detect.ts';
import type { Detected } from './detected.ts';
import { buildHybrid } from './hybrid.ts';
import { insertApplication, insertVersion } from './new-rows.ts';
import { storeFiles } from './store-files.ts';
import { listCutVersionWarnings } from './version-warnings.ts';

export interface Published {
  application: store.ApplicationRow;
  warnings: Warning[];
}

/**
 * Adds an application with its first version; document 2, POST /v1/applications/. All or nothing. Errors:
 * `invalid_request`, `invalid_input`, `not_allowed_for_type`, `package_refused`, `not_found` for a group.
 */
export async function addApplication(
  platform: Platform,
  caller: Caller,
  { data, files }: Form<NewApplication>,
): Promise<Published> {
  refuseWithoutGroup(caller, data);
  const recognised = await detect(platform, caller, data, files.app_file);
  assertApplies(recognised, data);
  assertNoNewVersionFields(recognised, data, { required_by: null, notify_users: 1 });
  const described = await setMetadata(platform.database.db, caller.orgId, data);
  const says = await readPublicStore(platform, caller, recognised, {
    withIcon: files.icon_file === undefined,
  });
  const { detected, icon } = await completeDetection(
    platform,
    caller,
    { ...recognised, ...says.facts },
    { data, files },
  );
  const { reviews_default_value } = await readSettings(platform.database.db, caller.orgId);
  const published = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    await useUpload(tx, caller, data);
    const warnings = [
      ...detected.warnings,
      ...says.warnings,
      ...listCutVersionWarnings(detected, data.version_num),
      ...(await warnAboutSamePackage(tx, caller, detected)),
    ];
    if (data.is_app_catalog)
      warnings.push(...(await replaceAppCatalog(tx, platform, caller.orgId, detected)));
    const application = await insertApplication(tx, caller, detected, described, reviews_default_value);
    const input = {
      caller,
      detected,
      columns: versionColumns(described),
      icon,
      listing: says.columns,
      previous: null,
    };
    const version = await insertVersion(tx, application, input);
    await fillScreenshots(tx, application, says.screenshots);
    await assignLatestVersions(tx, caller, application.id, data.groups ?? []);
    const added = { orgId: caller.orgId, application, version };
    await platform.events.publish(tx, applicationAdded, added);
    const result = { application: { ...application, latest_version: version.id }, warnings };
    return { applications: [application.id], result };
  });
  platform.jobs.wake();
  return published;
}

function refuseWithoutGroup(caller: Caller, { groups = [] }: NewApplication): void {
  if (caller.user.role !== roles.developer || groups.length > 0) return;
  throw new ServiceError(
    'invalid_request',
    'A developer must assign a new application to one of their own groups. Send its id in groups.',
    { details: { field: 'groups' } },
  );
}

/** Stores the files of the request, and builds a hybrid application, which does not exist before. */
async function completeDetection(
  platform: Platform,
  caller: Caller,
  detected: Detected,
  form: Form<NewApplication>,
): Promise<{ detected: Detected; icon: string | null }> {
  const icon = await storeFiles(platform, caller, detected, form);
  if (detected.hybrid === null) return { detected, icon };
  return buildHybrid(platform, caller, detected, { data: form.data, icon, identifier: null, previous: null });
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
