import type { CatalogApplication, CatalogEntry } from '../../../contract/catalog.ts';
import { forbiddenError, notFoundError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { endDate } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { findApplication, findVersion } from '../applications/facade.ts';
import * as detailsStore from './details-store.ts';
import { Listing, type Offer } from './listing.ts';
import type { PersonCatalog } from './person-catalog.ts';
import * as presenter from './presenter.ts';
import { findSignedBy } from './signed-by.ts';
import type { CategoryRow, VersionRow } from './store.ts';
import * as store from './store.ts';

const unavailableError = () => forbiddenError('This application is not available to you.');

/**
 * An application of the person's groups, by psk or id. Error: `forbidden` (document 1, Errors 2), also when it does not
 * exist.
 */
export async function findAvailableApplication(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  identifier: string,
): Promise<Offer> {
  const application = await findApplication(platform.database.db, caller.homeOrgId, identifier);
  const offer = application && (await catalog.findOffer(application.id));
  if (offer === undefined) throw unavailableError();
  return offer;
}

/** One version that the person may see, with its application. Error: `forbidden`. */
export async function findAvailableVersion(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  identifier: string,
): Promise<Listing> {
  const { db } = platform.database;
  const found = await findVersion(db, caller.homeOrgId, identifier);
  const offer = found && (await catalog.findOffer(found.application));
  if (found === undefined || offer === undefined) throw unavailableError();
  const { application, subject } = offer.listing;
  const versions = await detailsStore.listVisibleVersions(
    db,
    caller.homeOrgId,
    application.id,
    catalog.groups,
  );
  const version = versions.find((row) => row.id === found.id);
  if (version === undefined) throw unavailableError();
  return new Listing(subject, version);
}

/** What the page of one application shows beyond its entry; open choices, Catalog. */
export async function loadDetails(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  offer: Offer,
  base: string,
): Promise<Omit<CatalogApplication, keyof CatalogEntry>> {
  const { db } = platform.database;
  const { application, version, formFactor, url } = offer.listing;
  const orgId = caller.homeOrgId;
  const versions = await detailsStore.listVisibleVersions(db, orgId, application.id, catalog.groups);
  return {
    screenshots: presenter.presentScreenshots(
      base,
      await detailsStore.listScreenshots(db, orgId, application.id),
    ),
    min_os_version: version.min_os_version,
    form_factor: formFactor,
    versions: versions.map((row) => presenter.presentVersion(base, row, url)),
    mandatory: offer.mandatory,
    required_by: endDate(version.required_by),
    installed_version_id: catalog.findInstalled(offer.listing)?.id ?? null,
    other_certificate: hasOtherCertificate(
      version,
      versions,
      catalog.findInstalled(offer.listing)?.ordinal ?? null,
    ),
    signed_by: findSignedBy(await detailsStore.findSignedMetadata(db, orgId, version.file_id ?? '')),
  };
}

/**
 * Whether another key signed a version than signed earlier ones: the one just before it, or all versions after the one
 * that the device has (`installed`, its ordinal).
 */
function hasOtherCertificate(
  offered: VersionRow,
  versions: readonly VersionRow[],
  installed: number | null,
): boolean {
  if (installed === null) return offered.other_certificate === 1;
  return versions.some(
    ({ ordinal, other_certificate }) =>
      other_certificate === 1 && ordinal > installed && ordinal <= offered.ordinal,
  );
}

/** Categories with at least one application on this device, by name. */
export async function listCountedCategories(catalog: PersonCatalog, base: string) {
  const { orgId } = catalog.rules;
  const shown = JSON.stringify((await catalog.listShown()).map(({ application }) => application));
  const rows = await catalog.read((db) => store.findCategories(db, orgId, shown));
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .flatMap((all) => all.slice(0, 1).map((row) => ({ row, count: all.length })))
    .toSorted((left, right) => left.row.name.localeCompare(right.row.name, 'en'))
    .map(({ row, count }) => presenter.presentCountedCategory(base, row, orgId, count));
}

/** A category of the organization by id, psk or constant. Error: `not_found`. */
export async function findCategory(catalog: PersonCatalog, identifier: string): Promise<CategoryRow> {
  const rows = await catalog.read((db) => store.listCategories(db, catalog.rules.orgId));
  const found = rows.find((row) => [row.id, String(row.psk), row.constant].includes(identifier));
  if (found === undefined) throw notFoundError('category');
  return found;
}
