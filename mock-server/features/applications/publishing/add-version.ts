import type { Hybrid, NewVersion } from '../../../../contract/application-fields.ts';
import { changeCatalog } from '../../../platform/database/changes/changes.ts';
import type { CatalogTx, Db } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { notFoundError, ServiceError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { assignLatestVersions } from '../../groups/facade.ts';
import { changeMetadata } from '../custom-metadata.ts';
import { versionAdded } from '../events.ts';
import { assertApplies } from '../field-rules.ts';
import { toApplicationColumns, toVersionColumns } from '../fields.ts';
import { isPublicStore } from '../kinds.ts';
import { findManageableApplication } from '../policy.ts';
import { getRefreshedColumns } from '../public-store/columns.ts';
import { type PublicStoreAnswer, readPublicStore } from '../public-store/metadata.ts';
import { fillScreenshots } from '../public-store/screenshots.ts';
import * as store from '../store.ts';
import { consumeUpload } from '../uploads/use-upload.ts';
import { withFiles } from '../views.ts';
import { detect, type Source } from './detect.ts';
import type { Detected } from './detected.ts';
import { insertVersion, toDetectedColumns } from './new-rows.ts';
import type { Published } from './publish.ts';
import { assertSameApplication, otherApplicationError } from './same-application.ts';
import { findCertificateWarning } from './same-signer.ts';
import { storeOrBuild } from './store-files.ts';
import { listCutVersionWarnings, listVersionWarnings } from './version-warnings.ts';

/**
 * Adds a version to an application; document 2, POST /v1/applications/<application>. A hybrid application is built
 * again from its present values and those that were sent. For a public-store application the store is read again,
 * because its versions are there. `alreadyDetected` saves reading the same file again. Errors: those of adding an
 * application, `other_application` for another package, and `other_certificate` for another key where the organization
 * refuses that.
 */
export async function addVersion(
  platform: Platform,
  caller: Caller,
  identifier: string,
  form: Form<NewVersion>,
  alreadyDetected?: Detected,
): Promise<Published> {
  const { data, files } = form;
  const { db } = platform.database;
  const known = await findManageableApplication(db, caller, identifier);
  const detected =
    alreadyDetected ??
    (await detect(platform, caller, sourceOf(known, data, files.app_file !== undefined), files.app_file));
  assertSameApplication(known, detected);
  assertApplies(detected, data);
  const { version: before } = await findLatest(db, known);
  const fields = await changeMetadata(db, caller.orgId, data, before.custom_metadata);
  const publicStore = await readPublicStore(platform, caller, detected, files.icon_file);
  // Also with the package that was built.
  const { detected: complete, icon } = await storeOrBuild(platform, caller, detected, form, {
    identifier: known.bundle_id,
    previous: before,
  });
  const published = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    await consumeUpload(tx, caller, data);
    // Read again: somebody may have published a version, or deleted it, during the upload.
    const application = await findManageableApplication(tx, caller, identifier);
    const previous = await findLatest(tx, application);
    if (complete.hybrid !== null && previous.version.id !== before.id) throw duplicateBuildError();
    const otherCertificate = await findCertificateWarning(tx, application, complete.signer);
    const input = { caller, detected: complete, columns: toVersionColumns(fields), icon };
    const version = isPublicStore(application.type)
      ? await refresh(tx, previous.version, input, publicStore)
      : await insertVersion(tx, application, {
          ...input,
          previous: previous.version,
          otherCertificate: otherCertificate !== null,
        });
    const detectedColumns = isPublicStore(application.type)
      ? toPublicStoreColumns(complete, publicStore)
      : toDetectedColumns(complete);
    const columns = { ...toApplicationColumns(fields), ...detectedColumns, modified: getNow() };
    await store.updateApplication(tx, caller.orgId, application.id, columns);
    await fillScreenshots(tx, application, publicStore.screenshots);
    await assignLatestVersions(tx, caller, application.id, data.groups ?? []);
    if (version.id !== previous.version.id) {
      const changed = { ...application, ...columns };
      const added = { orgId: caller.orgId, application: changed, version, by: caller.user.id };
      await platform.events.publish(tx, versionAdded, added);
    }
    const warnings = [
      ...complete.warnings,
      ...publicStore.warnings,
      ...listVersionWarnings(previous, complete),
      ...listCutVersionWarnings(complete, data.version_num),
      ...(otherCertificate === null ? [] : [otherCertificate]),
    ];
    const result = { application: { ...application, ...columns, latest_version: version.id }, warnings };
    return { applications: [application.id], result };
  });
  platform.jobs.wake();
  return published;
}

/** Two versions must not have the same number for machines. */
const duplicateBuildError = () =>
  new ServiceError('conflict', 'Another version was built at the same time. Send the request again.');

/** The source of the new version: what was sent, otherwise what the application was made from. */
function sourceOf(application: store.ApplicationRow, data: NewVersion, hasFile: boolean): Source {
  const known = application.hybrid === null ? undefined : (JSON.parse(application.hybrid) as Hybrid);
  if (data.hybrid !== undefined) {
    if (known === undefined) throw otherApplicationError(application, null);
    return { url: data.url, hybrid: { ...known, ...data.hybrid } };
  }
  if (hasFile || typeof data.url === 'string') return { url: data.url };
  return known === undefined ? { url: application.url } : { hybrid: known };
}

async function findLatest(db: Db, application: store.ApplicationRow) {
  const row = await store.findVersionById(db, application.org_id, application.latest_version ?? '');
  const [latest] = row === undefined ? [] : await withFiles(db, application.org_id, [row]);
  if (latest === undefined) throw notFoundError('version');
  return latest;
}

async function refresh(
  tx: CatalogTx,
  version: store.VersionRow,
  { columns, icon }: { columns: Partial<store.VersionRow>; icon: string | null },
  publicStore: PublicStoreAnswer,
): Promise<store.VersionRow> {
  const own = icon === null ? columns : { ...columns, icon };
  const change = getRefreshedColumns(version, publicStore.columns ?? {}, own);
  await store.updateVersion(tx, version.org_id, version.id, change);
  return { ...version, ...change };
}

/** Columns of a public-store application; values that the store does not give stay as they are. */
const toPublicStoreColumns = (
  { url }: Detected,
  { facts }: PublicStoreAnswer,
): Partial<store.ApplicationRow> => ({
  url,
  ...(facts.bundleId !== undefined && { bundle_id: facts.bundleId }),
  ...(facts.formFactor !== undefined && { form_factor: facts.formFactor }),
});
