import { AskTogether } from '../../../platform/database/ask-together.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';
import { type ChangedSession, changedSessions, type SessionAsked } from './found-session-store.ts';
import { callerOf, type KnownSession, newlyKnown, withRevisions } from './known-session.ts';

interface Read {
  known: KnownSession;
  /** The text of the columns that the session was made from, as the database wrote it. */
  text: string;
}

/** Most sessions that are kept, each with about a kilobyte; when there are more, all are dropped. */
const most = 20_000;

/**
 * Sessions in a database server that other instances write to as well. Every request asks the server for its session.
 * The known text of the session is sent along, and the server returns only sessions that are over or have changed. So
 * neither side reads or writes the columns of unchanged sessions.
 */
export class ComparedSessions {
  readonly #db: Db;
  readonly #read = new Map<string, Read>();
  readonly #together = new AskTogether((orgId: string, asked: readonly SessionAsked[]) =>
    this.#answer(orgId, asked),
  );

  constructor(db: Db) {
    this.#db = db;
  }

  /** Passes on the session when it is still valid, otherwise undefined. */
  ask(...asked: Parameters<AskTogether<SessionAsked, KnownSession>['ask']>): void {
    this.#together.ask(...asked);
  }

  async #answer(orgId: string, asked: readonly SessionAsked[]): Promise<(KnownSession | undefined)[]> {
    const keys = asked.map(([hash, device]) => keyOf(hash, device));
    // A session that the server does not return is equal to what was sent: another statement may read the session again
    // meanwhile.
    const sent = keys.map((key) => this.#read.get(key));
    const compared = asked.map(([hash, device], at) => [hash, device, sent[at]?.text ?? ''] as const);
    const rows = await changedSessions(this.#db, orgId, compared, now());
    const [organization] = rows;
    if (organization === undefined) return [];
    const revisions = {
      catalog: organization.catalog_revision,
      activity: organization.activity_revision ?? 0,
    };
    const changed = this.#anew(orgId, rows);
    return sent.map((read, at) => {
      if (changed.size > 0 && changed.has(keys[at] ?? '')) return changed.get(keys[at] ?? '');
      if (read === undefined) return undefined;
      read.known = withRevisions(read.known, revisions);
      return read.known;
    });
  }

  /** Keeps changed sessions, and drops those that are over. Returns them by key, undefined for those. */
  #anew(orgId: string, rows: readonly ChangedSession[]): Map<string, KnownSession | undefined> {
    const changed = new Map<string, KnownSession | undefined>();
    for (const { hash, askedDevice, row, text, ...revisions } of rows) {
      // The only row of an organization in which nothing has changed.
      if (hash === null || askedDevice === null) continue;
      const key = keyOf(hash, askedDevice);
      if (row === null || text === null) {
        this.#read.delete(key);
        changed.set(key, undefined);
        continue;
      }
      const known = newlyKnown(callerOf(orgId, hash, { ...row, ...revisions }), row.pairingId);
      if (this.#read.size >= most) this.#read.clear();
      this.#read.set(key, { known, text });
      changed.set(key, known);
    }
    return changed;
  }
}

const keyOf = (hash: string, device: string): string => `${hash} ${device}`;
