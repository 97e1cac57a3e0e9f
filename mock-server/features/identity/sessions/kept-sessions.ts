import { callbackify } from 'node:util';
import { acting } from '../../../platform/acting.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';
import type { RowWatch } from '../../../platform/database/sqlite/row-watch.ts';
import { findSession, type SessionAsked, sessionTables } from './found-session-store.ts';
import {
  callerOf,
  type KnownSession,
  newlyKnown,
  type OrganizationRevisions,
  withRevisions,
} from './known-session.ts';

type Tell = (error: Error | null, known?: KnownSession) => void;

interface Asked {
  orgId: string;
  hash: string;
  deviceId: string;
  tell: Tell;
}

interface Kept {
  known: KnownSession;
  /** Moment (ms) at which it is over, if nothing changes. */
  ends: number;
}

/** Sessions after which all are forgotten: they take about a kilobyte each. */
const most = 20_000;

/**
 * Sessions of the embedded database, kept as long as nothing has changed that they were read of. What this process changes of that is told
 * row by row before it is committed, and after a commit of another process nothing is kept: so a session that is found here is as the database
 * would say at that moment.
 */
export class KeptSessions {
  readonly #watch: RowWatch;
  readonly #db: Db;
  readonly #sessions = new Map<string, Kept>();
  /** The keys of each person's sessions. */
  readonly #persons = new Map<string, string[]>();
  readonly #organizations = new Map<string, OrganizationRevisions>();
  /** Grows with every change: what was read before one is not kept after it. */
  #changes = 0;
  #version: number | null = null;
  /** In this round of the event loop. */
  #asked: Asked[] = [];

  constructor(watch: RowWatch, db: Db) {
    this.#watch = watch;
    this.#db = db;
    watch.watch(Object.values(sessionTables), (orgId, userId) => this.#changed(orgId, userId));
  }

  /**
   * Tells of a session that goes on; of no other. Who asks in one round of the event loop is answered at its end, after one
   * look whether another process has changed anything: it costs as much as the rest of a small answer.
   */
  ask(orgId: string, [hash, deviceId]: SessionAsked, tell: Tell): void {
    if (this.#asked.push({ orgId, hash, deviceId, tell }) > 1) return;
    // What others go on with is no doing of the request that asked first.
    acting.exit(() => setImmediate(() => this.#answer()));
  }

  #answer(): void {
    const asked = this.#asked;
    this.#asked = [];
    const isCurrent = this.#isCurrent();
    for (const { orgId, hash, deviceId, tell } of asked) {
      const found = isCurrent ? this.#found(orgId, keyOf(hash, deviceId)) : undefined;
      if (found === undefined) this.#readFor(orgId, hash, deviceId, tell);
      else tell(null, found);
    }
  }

  #found(orgId: string, key: string): KnownSession | undefined {
    const kept = this.#sessions.get(key);
    const organization = this.#organizations.get(orgId);
    if (kept === undefined || organization === undefined || kept.ends <= Date.now()) return undefined;
    kept.known = withRevisions(kept.known, organization);
    return kept.known;
  }

  readonly #readFor = callbackify((orgId: string, hash: string, deviceId: string) =>
    this.#read(orgId, hash, deviceId),
  );

  /** Reads a session, and keeps it; undefined where something is to be refused. */
  async #read(orgId: string, hash: string, deviceId: string): Promise<KnownSession | undefined> {
    const before = this.#isCurrent() ? this.#changes : null;
    const row = await findSession(this.#db, orgId, hash, deviceId, now());
    if (row === undefined) return undefined;
    const known = newlyKnown(callerOf(orgId, hash, row), row.pairingId);
    const ends = [row.prune, row.idle_ends, row.user_until, row.device_until, row.pairing_until];
    // API tokens are refused on devices, each time with the reason.
    if (before === this.#changes && row.kind !== 'api') this.#keep(known, Math.min(...ends.map(momentOf)));
    return known;
  }

  #keep(known: KnownSession, ends: number): void {
    const { homeOrgId, user, device, token, revisions } = known.caller;
    if (revisions === null) return;
    if (this.#sessions.size >= most) this.#forget();
    const [key, person] = [keyOf(token.hash, device.id), `${homeOrgId} ${user.id}`];
    const keys = this.#persons.get(person) ?? [];
    if (!this.#sessions.has(key)) this.#persons.set(person, [...keys, key]);
    this.#sessions.set(key, { known, ends });
    this.#organizations.set(homeOrgId, { catalog: revisions.catalog, activity: revisions.activity });
  }

  /** Whether what is kept is what the database says; where that can't be said, it isn't. */
  #isCurrent(): boolean {
    const version = this.#watch.version();
    if (version === null) return false;
    if (version !== this.#version) {
      this.#version = version;
      this.#forget();
    }
    return true;
  }

  #changed(orgId: string, userId: string | null): void {
    this.#changes += 1;
    if (userId === null) return void this.#organizations.delete(orgId);
    const person = `${orgId} ${userId}`;
    for (const key of this.#persons.get(person) ?? []) this.#sessions.delete(key);
    this.#persons.delete(person);
  }

  #forget(): void {
    this.#changes += 1;
    this.#sessions.clear();
    this.#persons.clear();
    this.#organizations.clear();
  }
}

const keyOf = (hash: string, deviceId: string): string => `${hash} ${deviceId}`;

const momentOf = (text: string | null): number =>
  text === null ? Number.POSITIVE_INFINITY : Date.parse(text);
