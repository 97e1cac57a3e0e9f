import type { TrialReport } from '../../data/trial-report.ts';
import {
  copyFile,
  deleteOthers,
  fetchFile,
  findFile,
  getCacheName,
  getPath,
  getReleaseOfCache,
  listReleases,
  type ReleaseFile,
} from './files.ts';
import { countClosedClients, reloadPages } from './open-pages.ts';
import { addRollbackMark, addTrialScript } from './page.ts';
import {
  markDrawn,
  markRolledBack,
  markServing,
  markStarted,
  type ReleaseRecord,
  readRecord,
  saveRecord,
} from './record.ts';

/** Pages of a release on trial that may be killed before one is drawn. */
const maxKills = 2;

const catalogPage = '/index.html';

/**
 * The releases of the catalog on this device: that of this worker, and the one before it until this one has been drawn.
 * A release that can't be drawn is taken back: the worker then serves the files of the one before.
 */
export class Releases {
  readonly #files: ReadonlyMap<string, ReleaseFile>;
  readonly #own: Promise<string>;
  /** Only the active worker changes the record, so it need not read it twice. */
  #record: Promise<ReleaseRecord> | null = null;

  constructor(files: readonly ReleaseFile[]) {
    this.#files = new Map(files.map((serveFile) => [getPath(serveFile), serveFile]));
    this.#own = getReleaseOfCache(files);
  }

  /** Whether a path is that of a file of this release or of the one before. */
  has = (path: string): boolean => path.startsWith('/assets/') || this.#files.has(path);

  /**
   * Brings all files of the release to this device. Throws when one does not arrive complete, or when the release was
   * taken back before.
   */
  async install(): Promise<void> {
    const own = await this.#own;
    const record = await readRecord();
    if (record?.serving !== own && record?.refused.includes(own))
      throw new Error('This release was taken back on this device.');
    try {
      for (const file of this.#files.values()) await copyFile(file, own);
    } catch (fault) {
      if (own !== record?.serving && own !== record?.before) await caches.delete(getCacheName(own));
      throw fault;
    }
    // The release that is served may have changed meanwhile.
    const now = await readRecord();
    if (now !== null) await deleteOthers([own, now.serving, now.before]);
  }

  /** The person accepted this release: it is served from now on, on trial. */
  async activate(): Promise<void> {
    const own = await this.#own;
    const earlier = (await readRecord())?.serving;
    const { serving, before } = await this.#change((record) => markServing(record, own));
    // The release whose trial this one ends. No other one, because a still newer release may be arriving.
    if (earlier !== undefined && earlier !== serving && earlier !== before)
      await caches.delete(getCacheName(earlier));
    // Caches that the catalog used before it had releases.
    for (const name of await caches.keys())
      if (name.startsWith('workbox-precache')) await caches.delete(name);
  }

  /**
   * The catalog's page, for any of its addresses; `client` is the id of the page that it will become, '' in browsers
   * that do not tell.
   */
  async servePage(client: string): Promise<Response> {
    const own = await this.#own;
    let record = await this.#readCurrent();
    if (record.before !== null && client !== '') {
      const isKilled = (await countClosedClients(record.starts)) >= maxKills;
      record = isKilled ? await this.#rollBack() : await this.#change((now) => markStarted(now, client));
    }
    const page = await this.serveFile(catalogPage);
    if (record.before !== null) return addTrialScript(page, this.#getTrialScript(), record.serving);
    return record.serving === own ? page : addRollbackMark(page, own);
  }

  /** A file; where this release lacks it, that of the one before, for pages that were open when this one took over. */
  async serveFile(path: string): Promise<Response> {
    const { serving, before } = await this.#readCurrent();
    for (const release of [serving, before]) {
      const stored = release === null ? undefined : await findFile(release, path);
      if (stored !== undefined) return stored;
    }
    const file = this.#files.get(path);
    return file !== undefined && serving === (await this.#own) ? fetchFile(file, serving) : fetch(path);
  }

  /** A page reports how the trial went. The first report decides. */
  async handleTrialReport({ type, release }: TrialReport): Promise<void> {
    const { serving, before } = await this.#readCurrent();
    if (before === null || release !== serving) return;
    if (type === 'release-not-drawn') {
      await this.#rollBack();
      return reloadPages();
    }
    await this.#change(markDrawn);
    await caches.delete(getCacheName(before));
  }

  async #rollBack(): Promise<ReleaseRecord> {
    const { serving } = await this.#readCurrent();
    const record = await this.#change(markRolledBack);
    if (record.serving !== serving) await caches.delete(getCacheName(serving));
    return record;
  }

  #getTrialScript(): string {
    const found = [...this.#files.keys()].find((path) => path.startsWith('/assets/trial-'));
    if (found === undefined) throw new Error('The release lacks the script that watches it.');
    return found;
  }

  #readCurrent(): Promise<ReleaseRecord> {
    this.#record ??= this.#read();
    return this.#record;
  }

  /** The record. Where it is lost, this release is on trial if there is another one. */
  async #read(): Promise<ReleaseRecord> {
    const own = await this.#own;
    const record = await readRecord();
    if (record === null) {
      const before = (await listReleases()).find((release) => release !== own) ?? null;
      return { serving: own, before, starts: [], refused: [] };
    }
    // A kill while this worker was being activated has left the record unchanged.
    return record.refused.includes(own) ? record : markServing(record, own);
  }

  /** Changes are made one after another. */
  #change(how: (record: ReleaseRecord) => ReleaseRecord): Promise<ReleaseRecord> {
    const before = this.#readCurrent();
    const change = async () => {
      const record = how(await before);
      await saveRecord(record);
      return record;
    };
    const changed = change();
    this.#record = changed.catch(() => before);
    return changed;
  }
}
