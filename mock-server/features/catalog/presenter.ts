import type {
  CatalogApplication,
  CatalogCategory,
  CatalogEntry,
  CatalogVersion,
} from '../../../contract/catalog.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { buildMediaUrl, toAddressFile } from '../applications/facade.ts';
import type { Listing } from './listing.ts';
import type { CategoryRow, VersionRow } from './store.ts';

const presentCategory = (base: string, row: CategoryRow, orgId: string): CatalogCategory => ({
  id: row.id,
  constant: row.constant,
  name: row.name,
  icon_path: buildMediaUrl(base, row.icon) ?? '',
  org_id: orgId,
  i18n_token: `category.${row.constant.toLowerCase()}`,
  description: row.description,
});

/** A category with the number of visible applications in it. */
export const presentCountedCategory = (base: string, row: CategoryRow, orgId: string, count: number) => ({
  ...presentCategory(base, row, orgId),
  application_count: count,
});

/** Document 3, Catalog application entry, `version`; `address` is that of an application without a file. */
export const presentVersion = (base: string, row: VersionRow, address: string | null): CatalogVersion => ({
  id: row.id,
  app_name: row.app_name,
  version_num: row.version_num,
  version_note: row.version_note,
  binary_version: row.binary_version,
  short_description: row.short_description,
  long_description: row.long_description,
  custom_metadata:
    row.custom_metadata === null ? null : (JSON.parse(row.custom_metadata) as Record<string, unknown>),
  release_date: formatTimestamp(row.release_date),
  icon_path: buildMediaUrl(base, row.icon) ?? '',
  install_file: presentInstallFile(base, row, address),
});

/**
 * The `install_file` of a version: its file, or the address that the application has in place of a file. It is named
 * like the version.
 */
export function presentInstallFile(
  base: string,
  row: VersionRow,
  address: string | null,
): CatalogVersion['install_file'] {
  if (row.file_id === null || row.sha256 === null || row.size === null || row.file_created === null)
    return toAddressFile(row, address);
  return {
    id: row.file_id,
    sign_credentials_id: row.sign_credentials_id,
    expires: formatOptionalTimestamp(row.file_expires),
    created: formatTimestamp(row.file_created),
    path: `${base}/downloads/files/${row.file_id}`,
    size: row.size,
    checksum: row.sha256,
  };
}

/** The fields of an entry that are the same for everybody who sees this version; document 3, Catalog application entry. */
function presentListing(
  base: string,
  listing: Listing,
): Omit<CatalogEntry, 'required_by_group' | 'catalog_info'> {
  const { application, version, rules } = listing;
  return {
    id: application.id,
    url_scheme: application.url_scheme,
    type: application.type,
    bundle_id: application.bundle_id ?? '',
    add_to_start: application.add_to_start === 1,
    banner_image_url: listing.isFeatured ? buildMediaUrl(base, application.banner) : null,
    reviews_enabled: rules.reviewsEnabled && listing.hasPackage && application.reviews_enabled === 1,
    categories: listing.categories.map((row) => presentCategory(base, row, rules.orgId)),
    version: presentVersion(base, version, listing.url),
    author: version.author,
    sort_weight: application.sort_weight,
    url: listing.url,
    ...(application.access_start !== null && { offered_from: formatTimestamp(application.access_start) }),
    ...(application.access_end !== null && { offered_until: formatTimestamp(application.access_end) }),
  };
}

/** An entry: what everybody sees, then what is the caller's own, then `more` fields of the list that shows it. */
export const presentEntry = <M extends object>(
  base: string,
  listing: Listing,
  own: Pick<CatalogEntry, 'required_by_group' | 'catalog_info'>,
  more: M,
): CatalogEntry & M => ({ ...presentListing(base, listing), ...own, ...more });

/** Screenshots by form factor, in the order of their slots. */
export function presentScreenshots(
  base: string,
  rows: readonly { form: 'phone' | 'tablet'; image: string }[],
): CatalogApplication['screenshots'] {
  const of = (form: 'phone' | 'tablet') =>
    rows.filter((row) => row.form === form).flatMap((row) => buildMediaUrl(base, row.image) ?? []);
  return { phone: of('phone'), tablet: of('tablet') };
}
