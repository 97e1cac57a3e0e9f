import { type CatalogEvent, type CatalogSync, type SyncEntry, syncCatalog } from '../../contract/sync.ts';
import { isFooting, isKnown } from '../../src/data/catalog/is-known.ts';
import { type Answer, accepted } from '../setup/answers.ts';
import type { Requests } from '../setup/requests.ts';
import { EventReader } from './event-reader.ts';

/** A client that keeps its catalog only by what syncs and events bring. */
export class SyncClient {
  readonly service: Requests;
  readonly session: { token: string; udid: string };
  entries = new Map<string, SyncEntry>();
  cursor: string | undefined;
  total = 0;
  /** The parts of a complete catalog until all have arrived. */
  #coming: Map<string, SyncEntry> | null = null;
  #reader: EventReader | null = null;
  /** One request at a time. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(service: Requests, session: { token: string; udid: string }) {
    this.service = service;
    this.session = session;
  }

  /** Syncs once; null when nothing has changed. */
  ask(count?: number): Promise<CatalogSync | null> {
    const asked = this.#asking.then(() => this.#ask(count));
    this.#asking = asked.catch(() => undefined);
    return asked;
  }

  async #ask(count?: number): Promise<CatalogSync | null> {
    const answer = await this.send({ cursor: this.cursor, ...(count && { count }) });
    if (answer.status === 204) return null;
    const sync = accepted(syncCatalog, answer);
    this.#take(sync);
    return sync;
  }

  /** Syncs until there is no more; returns the answers. */
  async settle(count?: number): Promise<CatalogSync[]> {
    const answers: CatalogSync[] = [];
    for (;;) {
      const answer = await this.ask(count);
      if (answer !== null) answers.push(answer);
      if (answer?.more !== true) return answers;
    }
  }

  send(query: { cursor?: string | undefined; count?: number } = {}): Promise<Answer> {
    return this.service.call(syncCatalog, { ...this.session, query });
  }

  /** The catalog as a client without a cursor gets it. */
  async anew(): Promise<Map<string, SyncEntry>> {
    const other = new SyncClient(this.service, this.session);
    await other.settle();
    return other.entries;
  }

  /** Listens from now on, and applies what events contain; it does not sync because of them. */
  async listen(): Promise<void> {
    const reader = await EventReader.open(this.service, this.session, { query: `?cursor=${this.cursor}` });
    this.#reader = reader;
    const follow = async () => {
      for (let event = await reader.next(); event !== null; event = await reader.next())
        await this.heard(event.data, isKnown);
    };
    follow().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }

  /**
   * Applies what an event contains if that fits its state, and is not ignored. Returns whether it did. A browser ignores
   * what is known: an event and a sync that are on their way at the same time may arrive in any order.
   */
  heard(event: CatalogEvent, isIgnored: typeof isKnown = () => false): Promise<boolean> {
    const heard = this.#asking.then(() => {
      const { handed } = event;
      if (isIgnored(event, this.cursor)) return false;
      if (handed === undefined || this.#coming !== null || !isFooting(event, this.cursor)) return false;
      this.#take(handed.sync);
      return true;
    });
    this.#asking = heard;
    return heard;
  }

  #take({ cursor, whole, more, total, entries, own, numbers, gone }: CatalogSync): void {
    if (whole) this.#coming = new Map();
    const kept = this.#coming ?? this.entries;
    for (const entry of entries) kept.set(entry.id, entry);
    for (const part of own)
      change(kept, part.id, (entry) => ({
        ...entry,
        ...part,
        catalog_info: { ...entry.catalog_info, ...part.catalog_info },
      }));
    for (const { id, ...counts } of numbers)
      change(kept, id, (entry) => ({ ...entry, catalog_info: { ...entry.catalog_info, ...counts } }));
    for (const id of gone) kept.delete(id);
    if (!more) {
      this.entries = kept;
      this.#coming = null;
    }
    this.cursor = cursor;
    this.total = total;
  }
}

function change(entries: Map<string, SyncEntry>, id: string, to: (entry: SyncEntry) => SyncEntry): void {
  const known = entries.get(id);
  if (known === undefined) throw new Error(`${id} changed, but was never sent`);
  entries.set(id, to(known));
}
