import type { CatalogEntry, CatalogInfo } from '../../../contract/catalog.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { JsonText } from '../../platform/http/json-text.ts';
import type { GroupCatalog, Offer } from './group-catalog.ts';
import type { InstallLinks } from './install-links.ts';
import type { Listing } from './listing.ts';
import type { OrganizationCatalog } from './organization-catalog.ts';
import { type DevicePart, type InstalledVersion, isUpdate, type PersonPart } from './personal.ts';
import { entryJson } from './presenter.ts';
import type { Shelf } from './shelf.ts';

/** The catalog of one person on one device. */
export class PersonCatalog {
  readonly organization: OrganizationCatalog;
  /** What suits this device. */
  readonly shelf: Shelf<Offer>;
  readonly #groups: GroupCatalog;
  readonly #person: PersonPart;
  readonly #installed: DevicePart;
  /** Disabled until they comply, a person sees nothing but what is mandatory. */
  readonly #mandatoryOnly: boolean;

  constructor(
    organization: OrganizationCatalog,
    person: PersonPart,
    installed: DevicePart,
    { device, mustComply }: Pick<DeviceCaller, 'device' | 'mustComply'>,
  ) {
    this.organization = organization;
    this.#groups = organization.forGroups(person.groups);
    this.shelf = this.#groups.suiting({ ...device, mandatoryOnly: mustComply });
    this.#person = person;
    this.#installed = installed;
    this.#mandatoryOnly = mustComply;
  }

  /** The offers that lists show on this device, sorted. Error: `invalid_request` for an unknown `sort`. */
  listed(sort: string): readonly Offer[] {
    const { organization } = this;
    const counts = { activity: organization.activity, countsOf: organization.countsOf.bind(organization) };
    return this.shelf.ordered(sort, counts);
  }

  /** The offer of an application of the person's groups, even if it does not run on this device. */
  offerOf(applicationId: string): Offer | undefined {
    const offer = this.#groups.offers.get(applicationId);
    return this.#mandatoryOnly && offer?.mandatory !== true ? undefined : offer;
  }

  installed(listing: Listing): InstalledVersion | undefined {
    return this.#installed.get(listing.application.id);
  }

  hasUpdate(listing: Listing): boolean {
    return isUpdate(listing, this.installed(listing));
  }

  wasDownloaded(listing: Listing): boolean {
    return this.#person.downloads.has(listing.application.id);
  }

  get groups(): readonly string[] {
    return this.#person.groups;
  }

  /** Document 3, Catalog application entry, `catalog_info`. */
  info(listing: Listing, installUri: string): CatalogInfo {
    const { id } = listing.application;
    const counts = this.organization.countsOf(id);
    const download = this.#person.downloads.get(id);
    return {
      install_uri: installUri,
      has_update: this.hasUpdate(listing),
      user_liked: this.#person.likes.get(id) ?? null,
      review_quote: counts.review_quote,
      num_likes: counts.num_likes,
      num_dislikes: counts.num_dislikes,
      num_downloads: counts.num_downloads,
      last_install_file_downloaded_id: download?.installFile ?? null,
      last_version_downloaded_id: download?.version ?? null,
    };
  }

  /** An entry as JSON, with fields of the list that shows it. */
  entry<M extends object>(offer: Offer, links: InstallLinks, more: M): JsonText<CatalogEntry & M> {
    const catalog_info = this.info(offer.listing, links.ofApplication(offer.listing));
    return entryJson(
      links.base,
      offer.listing,
      { required_by_group: offer.requiredByGroup, catalog_info },
      more,
    );
  }
}
