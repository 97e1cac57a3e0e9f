import type { Publication } from '../../../../contract/application-fields.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { filterManageable } from '../policy.ts';
import * as store from '../store.ts';
import { addVersion } from './add-version.ts';
import { parseAddress } from './addresses.ts';
import { detect } from './detect.ts';
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
  const known = await filterManageable(
    platform.database.db,
    caller,
    await findApplicationsFor(platform, caller, form),
  );
  const [application, ...others] = known;
  if (application === undefined) {
    return { ...(await addApplication(platform, caller, form)), newApplication: true };
  }
  if (others.length > 0) throw ambiguousError(known);
  return { ...(await addVersion(platform, caller, application.id, form)), newApplication: false };
}

/** Applications of the organization that have the package of the file, or the address. */
async function findApplicationsFor(platform: Platform, caller: Caller, { data, files }: Form<Publication>) {
  const { db } = platform.database;
  const { orgId } = caller;
  if (files.app_file === undefined && typeof data.url === 'string') {
    return store.findApplicationsByAddress(db, orgId, parseAddress(data.url, 'url').href);
  }
  const { type, bundleId } = await detect(platform, caller, data, files.app_file);
  return bundleId === null ? [] : store.findApplicationsByPackage(db, orgId, type, bundleId);
}

const ambiguousError = (applications: readonly store.ApplicationRow[]) =>
  new ServiceError(
    'conflict',
    `Applications ${applications.map(({ psk }) => psk).join(', ')} have this package or address. Name the one that gets the version.`,
    { details: { applications: applications.map(({ psk }) => psk) } },
  );
