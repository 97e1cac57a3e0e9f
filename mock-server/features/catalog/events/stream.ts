import type { ServerResponse } from 'node:http';
import type { CatalogEvent } from '../../../../contract/sync.ts';
import type { CatalogRevisions, DeviceCaller } from '../../../platform/http/contexts.ts';

export type Told = Omit<CatalogRevisions, 'activity'>;

/** Milliseconds within which readers come back, each at a random moment, so that not all come at once. */
const comeBack = 10_000;

/** Milliseconds that a reader has for the end of its stream. */
const lastWord = 2_000;

/** The name of an event: what it told. */
export const eventId = ({ catalog, user, device }: Told): string => `${catalog}.${user}.${device}`;

/** Bytes that wait to be sent: with more, nothing is added. */
const mostWaiting = 4_096;

/**
 * One reader of events (HTML standard, server-sent events). What it is told is the state that there is now and not the way
 * there: while it does not read what it was sent, nothing more is written, so a slow reader costs no memory.
 */
export class EventStream {
  readonly caller: DeviceCaller;
  readonly ends: number;
  readonly #raw: ServerResponse;
  #revisions: Told;
  #spread = 0;
  /** The event that its reader knows. */
  #known: string;
  #writtenAt = Date.now();
  /** When nothing waited to be sent. */
  #readAt = Date.now();

  /** `known` is the event that its reader had last; `ends` the moment (ms) at which the stream is over. */
  constructor(
    raw: ServerResponse,
    about: { caller: DeviceCaller; revisions: Told; known: string; ends: number },
  ) {
    this.#raw = raw;
    this.caller = about.caller;
    this.ends = about.ends;
    this.#revisions = about.revisions;
    this.#known = about.known;
    this.#write(`retry: ${retry()}\n\n`);
    this.tell({});
  }

  get revisions(): Told {
    return this.#revisions;
  }

  /** Says what the revisions are, once for each state; `spread` is for those who are told together. */
  tell(revisions: Partial<Told>, spread = 0): void {
    this.#revisions = { ...this.#revisions, ...revisions };
    this.#spread = Math.max(this.#spread, spread);
    this.#flush();
  }

  /** Called again and again: says what could not be said yet, or that it is there. False when its reader reads no more. */
  pulse(now: number, { heartbeat, readTimeout }: { heartbeat: number; readTimeout: number }): boolean {
    if (this.#raw.writableLength === 0) this.#readAt = now;
    else if (now - this.#readAt >= readTimeout) return false;
    this.#flush();
    if (now - this.#writtenAt >= heartbeat && this.#raw.writableLength === 0) this.#write(':\n\n');
    return true;
  }

  /** Ends it in good order; a reader who does not read to the end is cut off. */
  end(): void {
    this.#raw.end();
    const cut = setTimeout(() => this.#raw.destroy(), lastWord);
    this.#raw.once('close', () => clearTimeout(cut));
  }

  /** Cuts the connection off. */
  destroy(): void {
    this.#raw.destroy();
  }

  #flush(): void {
    const id = eventId(this.#revisions);
    if (id === this.#known || this.#raw.writableLength > mostWaiting) return;
    const event: CatalogEvent = { ...this.#revisions, spread: this.#spread };
    this.#known = id;
    this.#spread = 0;
    this.#write(`id: ${id}\nevent: changed\ndata: ${JSON.stringify(event)}\n\n`);
  }

  #write(text: string): void {
    this.#writtenAt = Date.now();
    this.#raw.write(text);
  }
}

const retry = (): number => 1_000 + Math.floor(Math.random() * comeBack);
