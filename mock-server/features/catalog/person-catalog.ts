import type { CatalogEntry, CatalogInfo } from '../../../contract/catalog.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { InstallLinks } from './install-links.ts';
import type { Listing, ListingRules, Offer } from './listing.ts';
import { readOffers } from './offers/details.ts';
import { type DeviceKind, filterForDevice } from './offers/device-kind.ts';
import type { CatalogState, GroupOffers } from './offers/group-offers.ts';
import { getOrder, isOrderedByCounts } from './offers/sorting.ts';
import { type OfferSummary, type Read, readSummariesAmong } from './offers/summary.ts';
import { type DeviceState, type InstalledVersion, isUpdate, type PersonState } from './personal.ts';
import { presentEntry } from './presenter.ts';

/** What was read of a caller when their catalog was opened. */
export interface CatalogParts {
  rules: ListingRules;
  person: PersonState;
  device: DeviceState;
}

/** Where a catalog reads offers. */
export interface CatalogSource {
  read: Read;
  state: { catalog: number; activity: number };
  loadOffers(groups: readonly string[], state: CatalogState): Promise<GroupOffers>;
}

/** The catalog of one person on one device. */
export class PersonCatalog {
  readonly rules: ListingRules;
  /** Applications of which counts were shown. */
  readonly counted = new Set<string>();
  /** Whether counts have decided in which order offers are shown. */
  isOrderedByCounts = false;
  readonly #source: CatalogSource;
  readonly #person: PersonState;
  readonly #device: DeviceState;
  readonly #kind: DeviceKind;

  constructor(
    source: CatalogSource,
    { rules, person, device }: CatalogParts,
    { device: kind, mustComply }: Pick<DeviceCaller, 'device' | 'mustComply'>,
  ) {
    this.rules = rules;
    this.#source = source;
    this.#person = person;
    this.#device = device;
    this.#kind = { ...kind, mandatoryOnly: mustComply };
  }

  /** Runs statements with a database that is as new as this catalog. */
  get read(): Read {
    return this.#source.read;
  }

  get groups(): readonly string[] {
    return this.#person.groups;
  }

  /** What groups are offered on a kind of device, by the ids of the applications. */
  async listOffers(groups: readonly string[], kind: DeviceKind): Promise<readonly OfferSummary[]> {
    const { catalog } = this.#source.state;
    return filterForDevice(kind, (await this.#source.loadOffers(groups, { catalog, activity: null })).all);
  }

  /** What is shown on this device, by the ids of the applications. */
  listShown(): Promise<readonly OfferSummary[]> {
    return this.listOffers(this.groups, this.#kind);
  }

  /** What is shown on this device, sorted. Error: `invalid_request` for an unknown `sort`. */
  async listSorted(sort: string): Promise<readonly OfferSummary[]> {
    const order = getOrder(sort);
    const { catalog, activity } = this.#source.state;
    this.isOrderedByCounts ||= isOrderedByCounts(sort);
    const state = { catalog, activity: isOrderedByCounts(sort) ? activity : null };
    return filterForDevice(this.#kind, (await this.#source.loadOffers(this.groups, state)).all).toSorted(
      order,
    );
  }

  /** Everything of some offers, in the same order. */
  details(offers: readonly OfferSummary[]): Promise<Offer[]> {
    return readOffers(this.read, this.rules, offers);
  }

  /** Those of some applications that the person's groups have, even if they don't run on this device. */
  async findOffers(applicationIds: readonly string[]): Promise<readonly OfferSummary[]> {
    const { orgId } = this.rules;
    const offers = await this.read((db) => readSummariesAmong(db, orgId, this.groups, applicationIds));
    return this.#kind.mandatoryOnly ? offers.filter(({ mandatory }) => mandatory) : offers;
  }

  /** Those of some applications that the person has or had, as far as that does not depend on what a device reports. */
  async filterKnown(applicationIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { orgId } = this.rules;
    const offers = await this.read((db) => readSummariesAmong(db, orgId, this.groups, applicationIds));
    const downloaded = applicationIds.filter((id) => this.#person.downloads.has(id));
    return new Set([...offers.map(({ application }) => application), ...downloaded]);
  }

  /** The offer of an application of the person's groups, even if it does not run on this device. */
  async findOffer(applicationId: string): Promise<Offer | undefined> {
    const [offer] = await this.details(await this.findOffers([applicationId]));
    return offer;
  }

  /** Those of some offers that are shown on this device. */
  filterShown(offers: readonly OfferSummary[]): readonly OfferSummary[] {
    return filterForDevice(this.#kind, offers);
  }

  /** The applications that the device reported. */
  get installedApplications(): ReadonlySet<string> {
    return new Set(this.#device.versions.keys());
  }

  findInstalled(listing: Listing): InstalledVersion | undefined {
    return this.#device.versions.get(listing.application.id);
  }

  hasUpdate(listing: Listing): boolean {
    return isUpdate(listing, this.findInstalled(listing));
  }

  isDownloaded(applicationId: string): boolean {
    return this.#person.downloads.has(applicationId);
  }

  /** Document 3, Catalog application entry, `catalog_info`. */
  buildInfo(listing: Listing, installUri: string): CatalogInfo {
    const { id } = listing.application;
    const { counts } = listing;
    const download = this.#person.downloads.get(id);
    this.counted.add(id);
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

  /** An entry, with the additional fields of the list that shows it. */
  buildEntry<M extends object>(offer: Offer, links: InstallLinks, more: M): CatalogEntry & M {
    const catalog_info = this.buildInfo(offer.listing, links.forApplication(offer.listing));
    return presentEntry(
      links.base,
      offer.listing,
      { required_by_group: offer.requiredByGroup, catalog_info },
      more,
    );
  }
}
