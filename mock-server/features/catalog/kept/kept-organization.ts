import { setImmediate } from 'node:timers/promises';
import { chunks } from '../../../platform/chunks.ts';
import {
  everything,
  noApplication,
  organizationScope,
} from '../../../platform/database/changes/change-log.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Db } from '../../../platform/database/handles.ts';
import type { CatalogRevisions } from '../../../platform/http/contexts.ts';
import * as store from '../store.ts';
import { changesSince } from '../sync/store.ts';
import { emptyCatalog, fillGroups, readAnew } from './fill.ts';
import type { OrganizationCatalog } from './organization-catalog.ts';
import { shortened } from './quote.ts';

/** Most rows of the change log that are read; where there are more, everything is read again. */
const mostRows = 5_000;

/** Changed applications that are applied at once, because each may cause new shelves for many groups. */
const changedTogether = 20;

type Revisions = Pick<CatalogRevisions, 'catalog' | 'activity'>;

/**
 * Keeps an organization's catalog in memory. A group is read when one of its people asks, and what changed is read
 * again; nothing ever reads the whole catalog. Everything is read in portions, between which other requests are served;
 * docs/decisions/0054.
 */
export class KeptOrganization {
  readonly #database: Database;
  readonly #orgId: string;
  #catalog: OrganizationCatalog;
  /** Portions run one after another, so that none overwrites what a later one has read. */
  #turn: Promise<unknown> = Promise.resolve();
  #following: Promise<void> | null = null;
  #filling: Promise<void> = Promise.resolve();
  readonly #wanted = new Set<string>();
  /** The newest state that was asked for. */
  #asked: Revisions = { catalog: 0, activity: 0 };

  private constructor(database: Database, orgId: string, catalog: OrganizationCatalog) {
    this.#database = database;
    this.#orgId = orgId;
    this.#catalog = catalog;
  }

  static async begin(database: Database, orgId: string): Promise<KeptOrganization> {
    return new KeptOrganization(database, orgId, await emptyCatalog(database.db, orgId));
  }

  /** The catalog as it is kept now; it does not change before the caller waits for something. */
  get catalog(): OrganizationCatalog {
    return this.#catalog;
  }

  /** Brings what is kept of these groups to a state, or to a newer one. */
  async reach(revisions: Revisions, groups: readonly string[]): Promise<OrganizationCatalog> {
    this.#asked = {
      catalog: Math.max(this.#asked.catalog, revisions.catalog),
      activity: Math.max(this.#asked.activity, revisions.activity),
    };
    for (;;) {
      const catalog = this.#catalog;
      if (catalog.revision < revisions.catalog) await this.#follow();
      else if (catalog.activity < revisions.activity) await this.#recount(revisions.activity);
      else if (catalog.missing(groups).length > 0) await this.#fill(groups);
      else return catalog;
    }
  }

  /**
   * Reads from a database that is at least as new as everything that is kept and as what was asked for, because a
   * replica may lag behind.
   */
  #read<R>(work: (db: Db) => Promise<R>): Promise<R> {
    const least = {
      catalog: Math.max(this.#asked.catalog, this.#catalog.revision),
      activity: Math.max(this.#asked.activity, this.#catalog.activity),
    };
    const isThere = async (db: Db) => {
      const { revision, activity } = await store.revisionsOf(db, this.#orgId);
      return revision >= least.catalog && activity >= least.activity;
    };
    return this.#database.read(isThere, work);
  }

  #exclusively<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /**
   * Applies everything that has changed. A caller who asks meanwhile waits for that, and asks again if its own change
   * came later.
   */
  #follow(): Promise<void> {
    this.#following ??= this.#exclusively(() => this.#read((db) => this.#applyChanges(db))).finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #applyChanges(db: Db): Promise<void> {
    for (;;) {
      const { revision } = this.#catalog;
      const known = [{ scope: organizationScope, revision }];
      const rows = await changesSince(db, this.#orgId, known, mostRows + 1);
      // Nothing has changed during the reading, so everything that is kept belongs to one state.
      if (rows.length === 0) return;
      const revisions = new Set(rows.map((row) => row.revision));
      const last = Math.max(...revisions);
      const changed = new Set(rows.map((row) => row.application));
      const isWhole = rows.length <= mostRows && revisions.size === last - revision;
      if (!isWhole || changed.has(everything)) {
        this.#catalog = await emptyCatalog(db, this.#orgId);
        return;
      }
      changed.delete(noApplication);
      // Nobody is let in after the last part: what changes then would have to be read, too, before anybody goes on.
      for (const [at, part] of chunks([...changed], changedTogether).entries()) {
        if (at > 0) await setImmediate();
        await readAnew(db, this.#catalog, new Set(part));
      }
      this.#catalog.follow(last, changed);
    }
  }

  /** Reads groups, together with the groups that others wait for. */
  #fill(groups: readonly string[]): Promise<void> {
    for (const id of groups) this.#wanted.add(id);
    const filled = this.#filling.then(() => this.#fillWanted());
    this.#filling = filled.catch(() => undefined);
    return filled;
  }

  async #fillWanted(): Promise<void> {
    const catalog = this.#catalog;
    const groups = catalog.missing(this.#wanted);
    this.#wanted.clear();
    await fillGroups(catalog, groups, (work) => this.#exclusively(() => this.#read(work)));
    // Changes during the reading were noted, and are read again.
    if (groups.length > 0 && (await this.#isBehind())) await this.#follow();
  }

  /** Whether anything has changed that has not been applied. */
  #isBehind(): Promise<boolean> {
    return this.#exclusively(() =>
      this.#read(async (db) => (await store.revisionsOf(db, this.#orgId)).revision > this.#catalog.revision),
    );
  }

  #recount(activity: number): Promise<void> {
    const count = async (db: Db): Promise<void> => {
      const catalog = this.#catalog;
      if (catalog.activity >= activity) return;
      const rows = (await store.countsSince(db, this.#orgId, catalog.activity)).filter(({ id }) =>
        catalog.has(id),
      );
      const quotes = new Map<string, string>();
      for (const part of chunks(rows.map(({ id }) => id))) {
        for (const { application, comment } of await store.quotes(db, this.#orgId, part))
          quotes.set(application, shortened(comment ?? ''));
      }
      catalog.recount(activity, rows, quotes);
    };
    return this.#exclusively(() => this.#read(count));
  }
}
