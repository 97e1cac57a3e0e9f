import { type CatalogSync, type SyncEntry, syncCatalog } from '../../contract/sync.ts';
import { type Answer, accepted } from '../setup/answers.ts';
import type { Requests } from '../setup/requests.ts';

/** A client that keeps its catalog only by what syncs bring. */
export class SyncClient {
  readonly service: Requests;
  readonly session: { token: string; udid: string };
  entries = new Map<string, SyncEntry>();
  cursor: string | undefined;
  total = 0;
  /** The parts of a complete catalog until all have arrived. */
  #coming: Map<string, SyncEntry> | null = null;
  /** One request at a time. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(service: Requests, session: { token: string; udid: string }) {
    this.service = service;
    this.session = session;
  }

  /** Syncs once; null when nothing has changed. */
  ask(count?: number): Promise<CatalogSync | null> {
    const request = this.#asking.then(() => this.#ask(count));
    this.#asking = request.catch(() => undefined);
    return request;
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

  #take({ cursor, whole, more, total, entries, own, numbers, gone }: CatalogSync): void {
    if (whole) this.#coming = new Map();
    const stored = this.#coming ?? this.entries;
    for (const entry of entries) stored.set(entry.id, entry);
    for (const part of own)
      change(stored, part.id, (entry) => ({
        ...entry,
        ...part,
        catalog_info: { ...entry.catalog_info, ...part.catalog_info },
      }));
    for (const { id, ...counts } of numbers)
      change(stored, id, (entry) => ({ ...entry, catalog_info: { ...entry.catalog_info, ...counts } }));
    for (const id of gone) stored.delete(id);
    if (!more) {
      this.entries = stored;
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
