import type { ServerResponse } from 'node:http';
import type { CatalogEvent } from '../../../../contract/sync.ts';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';

export type EventRevisions = Omit<CatalogRevisions, 'activity'>;

/** Milliseconds within which readers reconnect, each at a random moment, so that not all do at once. */
const reconnectSpreadMs = 10_000;

/** Milliseconds in which a reader can read the end of its stream. */
const endReadMs = 2_000;

/** The id of an event: the revisions that it reports. */
export const formatEventId = ({ catalog, user, device }: EventRevisions): string =>
  `${catalog}.${user}.${device}`;

/** While more bytes than this wait to be sent, nothing is added. */
const maxBufferedBytes = 4_096;

/**
 * One reader of events (HTML standard, server-sent events). Events report the current state and not each change. While the
 * reader does not read, nothing more is written, so a slow reader costs no memory.
 */
export class EventStream {
  readonly caller: DeviceCaller;
  readonly ends: number;
  readonly #raw: ServerResponse;
  #revisions: EventRevisions;
  #spread = 0;
  /** The last event that its reader knows. */
  #known: string;
  #writtenAt = Date.now();
  /** A random share of the time between heartbeats, so that streams do not all send their next heartbeat at once. */
  readonly #share = 0.8 + Math.random() * 0.2;
  /** The last moment (ms) at which nothing waited to be sent. */
  #readAt = Date.now();

  /** `known` is the event that its reader had last; `ends` the moment (ms) at which the stream is over. */
  constructor(
    raw: ServerResponse,
    about: { caller: DeviceCaller; revisions: EventRevisions; known: string; ends: number },
  ) {
    this.#raw = raw;
    this.caller = about.caller;
    this.ends = about.ends;
    this.#revisions = about.revisions;
    this.#known = about.known;
    this.#write(`retry: ${retry()}\n\n`);
    this.report({});
  }

  get revisions(): EventRevisions {
    return this.#revisions;
  }

  /** Sends the revisions unless the reader knows them; for `spread` see `CatalogEvent`. */
  report(revisions: Partial<EventRevisions>, spread = 0): void {
    this.#revisions = { ...this.#revisions, ...revisions };
    this.#spread = Math.max(this.#spread, spread);
    this.#flush();
  }

  /**
   * Call it regularly: it sends what could not be sent before, or a heartbeat. Returns false when the reader has
   * stopped reading.
   */
  sendHeartbeat(
    now: number,
    { heartbeat, readTimeout }: { heartbeat: number; readTimeout: number },
  ): boolean {
    if (this.#raw.writableLength === 0) this.#readAt = now;
    else if (now - this.#readAt >= readTimeout) return false;
    this.#flush();
    if (now - this.#writtenAt >= heartbeat * this.#share && this.#raw.writableLength === 0)
      this.#write(':\n\n');
    return true;
  }

  /** Ends the stream; the connection of a reader that does not read the end is closed. */
  end(): void {
    this.#raw.end();
    const cut = setTimeout(() => this.#raw.destroy(), endReadMs);
    this.#raw.once('close', () => clearTimeout(cut));
  }

  /** Cuts the connection off. */
  destroy(): void {
    this.#raw.destroy();
  }

  #flush(): void {
    const id = formatEventId(this.#revisions);
    if (id === this.#known || this.#raw.writableLength > maxBufferedBytes) return;
    const { catalog, user, device } = this.#revisions;
    const event: CatalogEvent = { catalog, user, device, spread: this.#spread };
    this.#known = id;
    this.#spread = 0;
    this.#write(`id: ${id}\nevent: changed\ndata: ${JSON.stringify(event)}\n\n`);
  }

  #write(text: string): void {
    // A stream may have ended while a loop over many streams was on its way to it.
    if (this.#raw.writableEnded || this.#raw.destroyed) return;
    this.#writtenAt = Date.now();
    this.#raw.write(text);
  }
}

const retry = (): number => 1_000 + Math.floor(Math.random() * reconnectSpreadMs);
