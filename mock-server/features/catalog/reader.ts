import type { CatalogRevisions, DeviceCaller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { Lru } from '../../platform/lru.ts';
import type { Platform } from '../../platform/services.ts';
import { loadOrganizationCatalog } from './load-organization.ts';
import type { OrganizationCatalog } from './organization-catalog.ts';
import { perPlatform } from './per-platform.ts';
import { PersonCatalog } from './person-catalog.ts';
import { loadPersonal, type Personal } from './personal.ts';
import { countsSince, quotes, readRevisions } from './store.ts';

/** Applications in the catalogs of all organizations together that are kept ready. */
const applicationsKept = 200_000;

/** Pairs of person and device whose own part is kept ready. */
const personsKept = 20_000;

/**
 * Reads catalogs. What it keeps in memory is checked against the revisions in the database on every request, so that
 * any number of instances show the same.
 */
export class CatalogReader {
  readonly #platform: Platform;
  readonly #organizations = new Lru<OrganizationCatalog>(applicationsKept);
  readonly #loading = new Map<string, Promise<OrganizationCatalog>>();
  readonly #persons = new Lru<{ revision: string; personal: Personal }>(personsKept);

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
    const organization = await this.#organization(caller.homeOrgId, revisions);
    return new PersonCatalog(organization, await this.#personal(caller, revisions), caller.device);
  }

  async #organization(orgId: string, revisions: CatalogRevisions): Promise<OrganizationCatalog> {
    const kept = this.#organizations.get(orgId);
    const isFresh = kept !== undefined && kept.revision >= revisions.catalog;
    const catalog = isFresh ? kept : await this.#load(orgId, revisions);
    if (catalog.activity < revisions.activity) await this.#renewCounts(orgId, catalog, revisions.activity);
    return catalog;
  }

  /** Loads once for all who wait for the same state. */
  #load(orgId: string, revisions: CatalogRevisions): Promise<OrganizationCatalog> {
    const key = `${orgId} ${revisions.catalog}`;
    const running = this.#loading.get(key);
    if (running !== undefined) return running;
    const loading = loadOrganizationCatalog(this.#platform.database.db, orgId, revisions)
      .then((catalog) => {
        this.#organizations.set(orgId, catalog, 1 + catalog.size);
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

  async #personal(caller: DeviceCaller, revisions: CatalogRevisions): Promise<Personal> {
    const key = `${caller.homeOrgId} ${caller.user.id} ${caller.device.id}`;
    const revision = `${revisions.user} ${revisions.device}`;
    const kept = this.#persons.get(key);
    if (kept?.revision === revision) return kept.personal;
    const { db } = this.#platform.database;
    const personal = await loadPersonal(db, caller.homeOrgId, caller.user.id, caller.device.id);
    this.#persons.set(key, { revision, personal });
    return personal;
  }
}

/** The reader of a platform: every feature that shows catalogs shares what it keeps. */
export const catalogReader = perPlatform((platform) => new CatalogReader(platform));
