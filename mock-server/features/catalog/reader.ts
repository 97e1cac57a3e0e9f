import { LRUCache } from 'lru-cache';
import type { CatalogRevisions, DeviceCaller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { oncePerPlatform } from '../../platform/once-per-platform.ts';
import type { Platform } from '../../platform/services.ts';
import { loadOrganizationCatalog } from './load-organization.ts';
import type { OrganizationCatalog } from './organization-catalog.ts';
import { PersonCatalog } from './person-catalog.ts';
import { type DevicePart, loadDevicePart, loadPersonPart, type PersonPart } from './personal.ts';
import { countsSince, quotes, readRevisions } from './store.ts';

/** Applications in the catalogs that are kept in memory, of all organizations together. */
const applicationsKept = 200_000;

/** Persons, and devices, whose part of the catalog is kept in memory. */
const partsKept = 20_000;

/** Something read at revisions of what it is made from. */
interface Part<T> {
  revision: string;
  value: T;
}

/**
 * Reads catalogs. What it keeps in memory is checked against the revisions in the database on every request, so that
 * any number of instances show the same.
 */
export class CatalogReader {
  readonly #platform: Platform;
  readonly #organizations = new LRUCache<string, OrganizationCatalog>({ maxSize: applicationsKept });
  readonly #loading = new Map<string, Promise<OrganizationCatalog>>();
  readonly #persons = new LRUCache<string, Part<PersonPart>>({ max: partsKept });
  readonly #devices = new LRUCache<string, Part<DevicePart>>({ max: partsKept });

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The state that the caller's catalog is in now. Error: `not_authenticated` when user or device have just gone. */
  async revisions(caller: DeviceCaller): Promise<CatalogRevisions> {
    const { db } = this.#platform.database;
    const found = await readRevisions(db, caller.homeOrgId, caller.user.id, caller.device.id);
    if (found === undefined) throw new ServiceError('not_authenticated', 'Sign in again.');
    return found;
  }

  /** The caller's catalog in that state, or a newer one. */
  async open(caller: DeviceCaller, revisions: CatalogRevisions): Promise<PersonCatalog> {
    const { db } = this.#platform.database;
    const { homeOrgId: orgId, user, device } = caller;
    const organization = await this.#organization(orgId, revisions);
    const person = await current(this.#persons, `${orgId} ${user.id}`, `${revisions.user}`, () =>
      loadPersonPart(db, orgId, user.id),
    );
    // It names versions, whose numbers a publisher may change.
    const reported = `${revisions.device} ${revisions.catalog}`;
    const installed = await current(this.#devices, `${orgId} ${device.id}`, reported, () =>
      loadDevicePart(db, orgId, device.id),
    );
    return new PersonCatalog(organization, person, installed, caller);
  }

  async #organization(orgId: string, revisions: CatalogRevisions): Promise<OrganizationCatalog> {
    const kept = this.#organizations.get(orgId);
    const isFresh = kept !== undefined && kept.revision >= revisions.catalog;
    const catalog = isFresh ? kept : await this.#load(orgId, revisions);
    if (catalog.activity < revisions.activity) await this.#renewCounts(orgId, catalog, revisions.activity);
    return catalog;
  }

  /** Loads once for all requests that wait for the same state. */
  #load(orgId: string, revisions: CatalogRevisions): Promise<OrganizationCatalog> {
    const key = `${orgId} ${revisions.catalog}`;
    const running = this.#loading.get(key);
    if (running !== undefined) return running;
    const loading = loadOrganizationCatalog(this.#platform.database.db, orgId, revisions)
      .then((catalog) => {
        this.#organizations.set(orgId, catalog, { size: 1 + catalog.size });
        return catalog;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #renewCounts(orgId: string, catalog: OrganizationCatalog, activity: number): Promise<void> {
    const { db } = this.#platform.database;
    const rows = await countsSince(db, orgId, catalog.activity);
    const ids = rows.map((row) => row.id);
    catalog.renew(activity, rows, ids.length === 0 ? [] : await quotes(db, orgId, ids));
  }
}

/** What is kept when it is of these revisions, else what is there now. */
async function current<T>(
  parts: LRUCache<string, Part<T>>,
  key: string,
  revision: string,
  load: () => Promise<T>,
): Promise<T> {
  const kept = parts.get(key);
  if (kept?.revision === revision) return kept.value;
  const value = await load();
  parts.set(key, { revision, value });
  return value;
}

/** The reader of a platform: every feature that shows catalogs shares what it keeps. */
export const catalogReader = oncePerPlatform((platform) => new CatalogReader(platform));
