import type { CatalogEntry, CatalogInfo } from '../../../contract/catalog.ts';
import type { JsonText } from '../../platform/http/answers/json-text.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { DeviceKind } from './device-kind.ts';
import type { InstallLinks } from './install-links.ts';
import { GroupSet } from './kept/group-set.ts';
import type { GroupShelf } from './kept/group-shelf.ts';
import type { OrganizationCatalog } from './kept/organization-catalog.ts';
import { type Merges, Shelf } from './kept/shelf.ts';
import type { Listing, Offer } from './listing.ts';
import { type DevicePart, type InstalledVersion, isUpdate, type PersonPart } from './personal.ts';
import { entryJson } from './presenter.ts';

/** What the people of an organization share: the offers of their groups at one moment. */
interface Common {
  catalog: Pick<OrganizationCatalog, 'rules' | 'categories'>;
  shelves: ReadonlyMap<string, GroupShelf>;
  merges: Merges;
}

/** The catalog of one person on one device, as it was at one moment; only the counts are always the newest. */
export class PersonCatalog {
  readonly rules: OrganizationCatalog['rules'];
  /** All categories of the organization. */
  readonly categories: OrganizationCatalog['categories'];
  /** What suits this device. */
  readonly shelf: Shelf;
  readonly #common: Common;
  readonly #person: PersonPart;
  readonly #installed: DevicePart;
  /** Whether the person was disabled for non-compliance, and until they comply sees only mandatory applications. */
  readonly #mandatoryOnly: boolean;

  constructor(
    common: Common,
    person: PersonPart,
    installed: DevicePart,
    { device, mustComply }: Pick<DeviceCaller, 'device' | 'mustComply'>,
  ) {
    this.rules = common.catalog.rules;
    this.categories = common.catalog.categories;
    this.#common = common;
    this.#person = person;
    this.#installed = installed;
    this.#mandatoryOnly = mustComply;
    this.shelf = this.shelfOf(person.groups, { ...device, mandatoryOnly: mustComply });
  }

  /** Identifies everything that answers are made from: equal states give equal answers. */
  get state(): string {
    return `${this.shelf.key} ${this.#person.stamp} ${this.#installed.stamp}`;
  }

  /**
   * What groups are offered on a kind of device. They are the person's groups, or those that the catalog was opened
   * with.
   */
  shelfOf(groups: readonly string[], kind: DeviceKind): Shelf {
    const shelves = groups.flatMap((id) => this.#common.shelves.get(id) ?? []);
    return new Shelf(new GroupSet(shelves), kind, this.#common.merges);
  }

  /** The offers that lists show on this device, sorted. Error: `invalid_request` for an unknown `sort`. */
  listed(sort: string): readonly Offer[] {
    return this.shelf.all(sort);
  }

  /** The offer of an application of the person's groups, even if it does not run on this device. */
  offerOf(applicationId: string): Offer | undefined {
    const offer = this.shelf.groups.of(applicationId);
    return this.#mandatoryOnly && offer?.mandatory !== true ? undefined : offer;
  }

  /** Whether the person has or had an application, as far as that does not depend on what a device reports. */
  isKnown(applicationId: string): boolean {
    return this.shelf.groups.of(applicationId) !== undefined || this.#person.downloads.has(applicationId);
  }

  installed(listing: Listing): InstalledVersion | undefined {
    return this.#installed.versions.get(listing.application.id);
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
    const { counts } = listing;
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

  /** An entry as JSON, with the additional fields of the list that shows it. */
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
