import type { Db } from '../../platform/database/handles.ts';
import type { CatalogRevisions } from '../../platform/http/contexts.ts';
import { readSettings } from '../organizations/facade.ts';
import type { Assignment } from './group-catalog.ts';
import { Listing, type ListingRules, newer } from './listing.ts';
import { OrganizationCatalog } from './organization-catalog.ts';
import * as store from './store.ts';

/** Reads an organization's catalog; the revisions were read before, so that it is at least as new as they say. */
export async function loadOrganizationCatalog(
  db: Db,
  orgId: string,
  revisions: Pick<CatalogRevisions, 'catalog' | 'activity'>,
): Promise<OrganizationCatalog> {
  const settings = await readSettings(db, orgId);
  const rules = {
    orgId,
    reviewsEnabled: settings.reviews_enabled,
    bannersEnabled: settings.banner_image_enabled,
  };
  const applications = await store.enabledApplications(db, orgId);
  const categories = await store.categories(db, orgId);
  const listings = listingsByVersion(
    applications,
    await store.offeredVersions(db, orgId),
    categoriesByApplication(categories, await store.applicationCategories(db, orgId)),
    rules,
  );
  const assignments = assignmentsByGroup(
    listings,
    await store.groupApplications(db, orgId),
    await store.groupVersions(db, orgId),
  );
  const catalog = new OrganizationCatalog(
    revisions.catalog,
    revisions.activity,
    rules,
    categories,
    assignments,
  );
  catalog.renew(revisions.activity, applications, await store.quotes(db, orgId, null));
  return catalog;
}

function categoriesByApplication(
  categories: readonly store.CategoryRow[],
  pairs: readonly { application: string; category: string }[],
): Map<string, store.CategoryRow[]> {
  const byId = new Map(categories.map((row) => [row.id, row]));
  const result = new Map<string, store.CategoryRow[]>();
  for (const { application, category } of pairs) {
    const row = byId.get(category);
    if (row !== undefined) append(result, application, row);
  }
  return result;
}

function listingsByVersion(
  applications: readonly store.ApplicationRow[],
  versions: readonly store.VersionRow[],
  categories: ReadonlyMap<string, readonly store.CategoryRow[]>,
  rules: ListingRules,
): Map<string, Listing> {
  const byId = new Map(applications.map((row) => [row.id, row]));
  const result = new Map<string, Listing>();
  for (const version of versions) {
    const application = byId.get(version.application);
    if (application === undefined) continue;
    result.set(version.id, new Listing(application, version, categories.get(application.id) ?? [], rules));
  }
  return result;
}

function assignmentsByGroup(
  listings: ReadonlyMap<string, Listing>,
  assigned: Awaited<ReturnType<typeof store.groupApplications>>,
  named: Awaited<ReturnType<typeof store.groupVersions>>,
): Map<string, Assignment[]> {
  const newestNamed = new Map<string, Listing>();
  const newestOffered = new Map<string, Listing>();
  for (const listing of listings.values()) {
    const { id } = listing.application;
    newestOffered.set(id, newer(newestOffered.get(id), listing));
  }
  for (const { group, application, version } of named) {
    const listing = listings.get(version);
    const key = `${group} ${application}`;
    if (listing !== undefined) newestNamed.set(key, newer(newestNamed.get(key), listing));
  }
  const result = new Map<string, Assignment[]>();
  for (const row of assigned) {
    const listing =
      row.is_latest === 1
        ? newestOffered.get(row.application)
        : newestNamed.get(`${row.group} ${row.application}`);
    if (listing !== undefined) append(result, row.group, { listing, mandatory: row.is_mandatory === 1 });
  }
  return result;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
