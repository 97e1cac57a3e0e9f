import type { Publication } from '../../../../contract/application-fields.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { filterManageable } from '../policy.ts';
import * as store from '../store.ts';
import { addVersion } from './add-version.ts';
import { detect } from './detect.ts';
import type { Detected } from './detected.ts';
import { addApplication, type Published } from './publish.ts';

/**
 * Publishes a package or an address without naming the application: as a new version where an application has this
 * package or address, otherwise as a new application. Errors: those of both; `conflict` when several applications have
 * it, with `applications` (psks).
 */
export async function publishApplication(
  platform: Platform,
  caller: Caller,
  form: Form<Publication>,
): Promise<Published & { newApplication: boolean }> {
  const { db } = platform.database;
  const detected = await detect(platform, caller, form.data, form.files.app_file);
  const known = await filterManageable(db, caller, await findPublished(db, caller.orgId, detected));
  const [application, ...others] = known;
  if (application === undefined)
    return { ...(await addApplication(platform, caller, form, detected)), newApplication: true };
  if (others.length > 0) throw ambiguousError(known);
  return { ...(await addVersion(platform, caller, application.id, form, detected)), newApplication: false };
}

/** Applications of the organization that have the package of the file, or the address. */
async function findPublished(db: Db, orgId: string, { file, hybrid, url, type, bundleId }: Detected) {
  if (file === null && hybrid === null && url !== null)
    return store.findApplicationsByAddress(db, orgId, url);
  return bundleId === null ? [] : store.findApplicationsByPackage(db, orgId, type, bundleId);
}

const ambiguousError = (applications: readonly store.ApplicationRow[]) =>
  new ServiceError(
    'conflict',
    `Applications ${applications.map(({ psk }) => psk).join(', ')} have this package or address. Name the one that gets the version.`,
    { details: { applications: applications.map(({ psk }) => psk) } },
  );
