import { setImmediate } from 'node:timers/promises';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { DeviceCaller, OwnRevisions } from '../../../platform/http/contexts.ts';
import { getSessionKey } from '../../../platform/http/contexts.ts';
import type { Limits } from '../../../settings/limits.ts';
import { broadcast, getSpreadMs } from './broadcast.ts';
import type { EventStream } from './stream.ts';

export interface HubOptions {
  limits: Limits['events'];
  /** How long (ms) a reader may take to read what it was sent. */
  readTimeout: number;
  /** The current catalog revisions of organizations. */
  catalogRevisions(orgIds: readonly string[]): Promise<{ id: string; revision: number }[]>;
  /** The revisions of those of the callers whose session has not ended. */
  filterActive(callers: readonly DeviceCaller[]): Promise<Map<string, OwnRevisions>>;
  onError(error: unknown): void;
}

/** An organization with open streams. */
interface Audience {
  /** The revision of the last broadcast. */
  revision: number;
  /** No broadcast begins before this moment (ms). */
  notBefore: number;
  streams: Set<EventStream>;
}

const createAudience = (): Audience => ({ revision: 0, notBefore: 0, streams: new Set() });

/** Sessions, and streams, that are looked at before other requests are served. */
const sessionsPerQuery = 100;
const streamsPerRound = 500;
/** Milliseconds between two rounds over the streams. */
const roundIntervalMs = 1_000;
/** Least milliseconds between two queries, however much changes. */
const minQueryIntervalMs = 100;
/** Organizations are looked at so many times as often as persons and devices. */
const looksInCheck = 10;

/**
 * Reports changes of catalogs to the open streams. While there are any, it finds the changes of all instances by
 * polling the database: one query for all organizations, and one for every 100 sessions, which also finds the sessions
 * that have ended. After a change by this instance it queries at once.
 */
export class EventHub {
  readonly #options: HubOptions;
  readonly #audiences = new Map<string, Audience>();
  readonly #personStreams = new Map<string, Set<EventStream>>();
  #size = 0;
  #organizationCheck: RepeatedTask;
  #check: RepeatedTask;
  #streamRound: NodeJS.Timeout | undefined;
  #isPulsing = false;

  constructor(options: HubOptions) {
    this.#options = options;
    const { look } = options.limits;
    const check = looksInCheck * look;
    this.#organizationCheck = new RepeatedTask(look, () => this.#checkOrganizations(), options.onError);
    this.#check = new RepeatedTask(
      check,
      () => this.#checkSessions([...this.#listStreams()]),
      options.onError,
    );
  }

  /** Whether one more stream is too many, of this organization or of all. */
  isFull(orgId: string): boolean {
    const { perInstance, perOrganization } = this.#options.limits;
    const own = this.#audiences.get(orgId)?.streams.size ?? 0;
    return this.#size >= perInstance || own >= perOrganization;
  }

  add(stream: EventStream): void {
    const { homeOrgId, user } = stream.caller;
    const audience = this.#audiences.get(homeOrgId) ?? createAudience();
    this.#audiences.set(homeOrgId, audience);
    audience.streams.add(stream);
    this.#size += 1;
    const own = this.#personStreams.get(user.id) ?? new Set();
    this.#personStreams.set(user.id, own);
    const [oldest] = own;
    if (own.size >= this.#options.limits.perPerson && oldest !== undefined) this.#end(oldest);
    own.add(stream);
    // The caller's revisions were read before the stream was added.
    if (stream.revisions.catalog < audience.revision) stream.report({ catalog: audience.revision });
    this.#start();
  }

  remove(stream: EventStream): void {
    const { homeOrgId, user } = stream.caller;
    const audience = this.#audiences.get(homeOrgId);
    if (!audience?.streams.delete(stream)) return;
    this.#size -= 1;
    if (audience.streams.size === 0) this.#audiences.delete(homeOrgId);
    const own = this.#personStreams.get(user.id);
    own?.delete(stream);
    if (own?.size === 0) this.#personStreams.delete(user.id);
    if (this.#size === 0) this.#stop();
  }

  /** Reports at once that this instance changed catalogs, of an organization or of these persons. */
  notifyChanged(orgId: string, userIds: readonly string[]): void {
    if (!this.#audiences.has(orgId)) return;
    this.#organizationCheck.scheduleWithin(minQueryIntervalMs);
    const streams = userIds.flatMap((id) => [...(this.#personStreams.get(id) ?? [])]);
    if (streams.length > 0) this.#checkSessions(streams).catch(this.#options.onError);
  }

  /** Ends all streams, and closes the connections of readers that do not read. */
  async close(): Promise<void> {
    this.#stop();
    const streams = [...this.#listStreams()];
    for (const stream of streams) this.#end(stream);
    await Promise.all([this.#organizationCheck.stop(), this.#check.stop()]);
  }

  *#listStreams(): Generator<EventStream> {
    for (const { streams } of this.#audiences.values()) yield* streams;
  }

  #start(): void {
    this.#organizationCheck.start();
    this.#check.start();
    this.#streamRound ??= setInterval(() => void this.#pulseStreams(), roundIntervalMs);
  }

  #stop(): void {
    void this.#organizationCheck.stop();
    void this.#check.stop();
    clearInterval(this.#streamRound);
    this.#streamRound = undefined;
  }

  async #pulseStreams(): Promise<void> {
    if (this.#isPulsing) return;
    this.#isPulsing = true;
    const { limits, readTimeout } = this.#options;
    for (const part of splitIntoChunks([...this.#listStreams()], streamsPerRound)) {
      const now = Date.now();
      for (const stream of part) {
        if (now >= stream.ends) this.#end(stream);
        else if (!stream.sendHeartbeat(now, { heartbeat: limits.heartbeat, readTimeout })) {
          this.remove(stream);
          stream.destroy();
        }
      }
      await setImmediate();
    }
    this.#isPulsing = false;
  }

  #end(stream: EventStream): void {
    this.remove(stream);
    stream.end();
  }

  async #checkOrganizations(): Promise<void> {
    for (const { id, revision } of await this.#options.catalogRevisions([...this.#audiences.keys()])) {
      const audience = this.#audiences.get(id);
      if (audience === undefined || audience.revision === revision) continue;
      const { streams } = audience;
      if (Date.now() < audience.notBefore) continue;
      audience.revision = revision;
      // Subscribers still sync because of the last event, and then get the newest state: half of their wait is soon
      // enough for the next event.
      audience.notBefore = Date.now() + getSpreadMs(streams.size) / 2;
      broadcast(streams, revision).catch(this.#options.onError);
    }
  }

  async #checkSessions(streams: readonly EventStream[]): Promise<void> {
    for (const part of splitIntoChunks(streams, sessionsPerQuery)) {
      const living = await this.#options.filterActive(part.map(({ caller }) => caller));
      for (const stream of part) {
        const { token, device } = stream.caller;
        const revisions = living.get(getSessionKey(token, device));
        if (revisions === undefined) this.#end(stream);
        else stream.report(revisions);
      }
      await setImmediate();
    }
  }
}

/** Work that is repeated, never twice at the same time. */
class RepeatedTask {
  readonly #every: number;
  readonly #work: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isRunRequested = false;
  #isStarted = false;

  constructor(every: number, work: () => Promise<void>, failed: (error: unknown) => void) {
    this.#every = every;
    this.#work = work;
    this.#failed = failed;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#wait(this.#every);
  }

  /** Runs the work within so many milliseconds; if a run has begun, after it. */
  scheduleWithin(milliseconds: number): void {
    if (!this.#isStarted || this.#isRunRequested) return;
    this.#isRunRequested = true;
    if (this.#running === null) this.#wait(milliseconds);
  }

  /** Resolves when the present run has ended. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#isRunRequested = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), milliseconds);
  }

  #run(): void {
    this.#isRunRequested = false;
    this.#running ??= this.#work()
      .catch(this.#failed)
      .finally(() => {
        this.#running = null;
        if (this.#isStarted) this.#wait(this.#isRunRequested ? minQueryIntervalMs : this.#every);
      });
  }
}
