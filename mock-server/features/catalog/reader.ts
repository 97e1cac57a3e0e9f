import { LRUCache } from 'lru-cache';
import type { ReportedAt } from '../../platform/database/changes/changes.ts';
import type { Db } from '../../platform/database/handles.ts';
import type { CatalogRevisions, DeviceCaller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import { ownRound } from '../../platform/own-round.ts';
import type { Platform } from '../../platform/services.ts';
import { KeptOrganization } from './kept/kept-organization.ts';
import type { OrganizationCatalog } from './kept/organization-catalog.ts';
import type { Merges } from './kept/shelf.ts';
import { PersonCatalog } from './person-catalog.ts';
import { type DevicePart, loadDevicePart, loadPersonPart, type PersonPart } from './personal.ts';
import { type PersonalTogether, personalTogether } from './personal-together.ts';
import { readRevisions } from './store.ts';

/** Bytes, about, of all catalogs that are kept in memory. */
const mostBytes = 256 * 1024 * 1024;

/** Bytes, about, of the parts of persons that are kept in memory, and as many again for the parts of devices. */
const partBytes = 64 * 1024 * 1024;

/**
 * Bytes, about, that a part takes in memory: for itself, and for each group, like, download or installed application in
 * it.
 */
const weightOf = (entries: number): number => 256 * (1 + entries);

/** Offers in lists that were merged for sets of groups; each takes 8 bytes. */
const mergedKept = 2_000_000;

/** Something that was read, with the revisions of what it depends on. */
interface Part<T> {
  /** The revision of the person or the device. */
  revision: number;
  /** The revision of the organization's catalog. */
  catalog: number;
  value: T;
}

/**
 * Reads catalogs. What it keeps in memory is compared with the revisions in the database on every request, so that all
 * instances show the same.
 */
export class CatalogReader {
  readonly #platform: Platform;
  readonly #bytesKept: number;
  readonly #organizations: LRUCache<string, KeptOrganization>;
  readonly #weighed = new WeakMap<KeptOrganization, number>();
  readonly #beginning = new Map<string, Promise<KeptOrganization>>();
  readonly #persons = new LRUCache<string, Part<PersonPart>>({
    maxSize: partBytes,
    sizeCalculation: ({ value: { groups, likes, downloads } }) =>
      weightOf(groups.length + likes.size + downloads.size),
  });
  readonly #devices = new LRUCache<string, Part<DevicePart>>({
    maxSize: partBytes,
    sizeCalculation: ({ value: { versions, unknown } }) => weightOf(versions.size + unknown.length),
  });
  /**
   * Null where each caller reads for themselves: from the embedded database, or with a replica, which may be recent
   * enough only for some.
   */
  readonly #together: PersonalTogether | null;
  readonly #merges: Merges = new LRUCache({ maxSize: mergedKept });

  constructor(platform: Platform, bytesKept = mostBytes) {
    const { db, dialect, replica } = platform.database;
    this.#platform = platform;
    this.#together = dialect === 'sqlite' || replica !== null ? null : personalTogether(db);
    this.#bytesKept = bytesKept;
    this.#organizations = new LRUCache({ maxSize: bytesKept });
  }

  /**
   * The present state of the caller's catalog. Error: `not_authenticated` when user or device have just been removed.
   */
  async revisions(caller: DeviceCaller): Promise<CatalogRevisions> {
    const { db } = this.#platform.database;
    const found = await readRevisions(db, caller.homeOrgId, caller.user.id, caller.device.id);
    if (found === undefined) throw new ServiceError('not_authenticated', 'Sign in again.');
    return found;
  }

  /** The caller's catalog in that state, or a newer one; it can also tell what `otherGroups` are offered. */
  async open(
    caller: DeviceCaller,
    revisions: CatalogRevisions,
    otherGroups: readonly string[] = [],
  ): Promise<PersonCatalog> {
    const { homeOrgId: orgId } = caller;
    const person = await this.#person(caller, revisions);
    const kept = this.#organizations.get(orgId) ?? (await this.#begin(orgId));
    const groups = [...new Set([...person.groups, ...otherGroups])];
    for (;;) {
      const catalog = await kept.reach(revisions, groups);
      const installed = await this.#device(caller, revisions, catalog);
      const shelves = catalog.shelves(groups);
      // Other organizations may have needed the memory meanwhile.
      if (shelves === null) continue;
      this.#weigh(orgId, kept);
      return new PersonCatalog({ catalog, shelves, merges: this.#merges }, person, installed, caller);
    }
  }

  /** Begins to keep an organization, once for all callers who wait for it. */
  #begin(orgId: string): Promise<KeptOrganization> {
    const running = this.#beginning.get(orgId);
    if (running !== undefined) return running;
    const beginning = KeptOrganization.begin(this.#platform.database, orgId)
      .then((kept) => {
        this.#weigh(orgId, kept);
        return kept;
      })
      .finally(() => this.#beginning.delete(orgId));
    this.#beginning.set(orgId, beginning);
    return beginning;
  }

  #weigh(orgId: string, kept: KeptOrganization): void {
    const { catalog } = kept;
    catalog.trim(this.#bytesKept);
    const size = 1 + Math.min(catalog.weight, this.#bytesKept - 1);
    if (this.#weighed.get(kept) === size && this.#organizations.has(orgId)) return;
    this.#weighed.set(kept, size);
    this.#organizations.set(orgId, kept, { size });
  }

  /** Reads the part of a person or a device, in the requested state or a newer one. */
  #read<R>(caller: DeviceCaller, revisions: CatalogRevisions, work: (db: Db) => Promise<R>): Promise<R> {
    const { homeOrgId, user, device } = caller;
    const isThere = async (db: Db) => {
      const there = await readRevisions(db, homeOrgId, user.id, device.id);
      return (
        there !== undefined &&
        there.catalog >= revisions.catalog &&
        there.user >= revisions.user &&
        there.device >= revisions.device
      );
    };
    return this.#platform.database.read(isThere, work);
  }

  async #person(caller: DeviceCaller, revisions: CatalogRevisions): Promise<PersonPart> {
    const { homeOrgId, user } = caller;
    const key = `${homeOrgId} ${user.id}`;
    const kept = this.#persons.get(key);
    if (kept?.revision === revisions.user) return kept.value;
    if (this.#together !== null) return this.#both(caller, revisions, this.#together);
    await ownRound();
    const value = await this.#read(caller, revisions, (db) => loadPersonPart(db, homeOrgId, user.id));
    this.#persons.set(key, { revision: revisions.user, catalog: revisions.catalog, value });
    return value;
  }

  /** What a device has installed in that state; undefined where it is not kept. */
  deviceAt(orgId: string, deviceId: string, at: ReportedAt): DevicePart | undefined {
    const kept = this.#devices.get(`${orgId} ${deviceId}`);
    return kept?.revision === at.device && kept.catalog >= at.catalog ? kept.value : undefined;
  }

  /** Keeps what a device has installed in a state; call it when that is committed. */
  keepDevice(orgId: string, deviceId: string, at: ReportedAt, value: DevicePart): void {
    this.#devices.set(`${orgId} ${deviceId}`, { revision: at.device, catalog: at.catalog, value });
  }

  /**
   * Reads both personal parts from a database server, together with other callers: a statement costs more than what it
   * reads.
   */
  async #both(
    { homeOrgId, user, device }: DeviceCaller,
    { user: ofUser, device: ofDevice, catalog }: CatalogRevisions,
    together: PersonalTogether,
  ): Promise<PersonPart> {
    const found = await together.ask(homeOrgId, [user.id, device.id]);
    this.#persons.set(`${homeOrgId} ${user.id}`, { revision: ofUser, catalog, value: found.person });
    this.#devices.set(`${homeOrgId} ${device.id}`, { revision: ofDevice, catalog, value: found.device });
    return found.person;
  }

  /** The part of a device. It contains version numbers, which a publisher may change. */
  async #device(
    caller: DeviceCaller,
    revisions: CatalogRevisions,
    catalog: OrganizationCatalog,
  ): Promise<DevicePart> {
    const { homeOrgId, device } = caller;
    const key = `${homeOrgId} ${device.id}`;
    const kept = this.#devices.get(key);
    if (kept?.revision === revisions.device && catalog.isUnchanged(kept.value.versions.keys(), kept.catalog))
      return kept.value;
    const value = await this.#read(caller, revisions, (db) => loadDevicePart(db, homeOrgId, device.id));
    this.#devices.set(key, { revision: revisions.device, catalog: revisions.catalog, value });
    return value;
  }
}

/** The reader of a platform; all features that show catalogs share it. */
export const catalogReader = oncePerPlatform((platform) => new CatalogReader(platform));
