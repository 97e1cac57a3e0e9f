import { AskTogether } from '../../../platform/database/ask-together.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';
import { type ChangedSession, changedSessions, isThere, type SessionAsked } from './found-session-store.ts';
import { callerOf, type KnownSession, shared, withRevisions } from './known-session.ts';

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
    // A session that the server does not return is equal to what was sent: another statement may read the session again
    // meanwhile.
    const sent = asked.map(([hash, device]) => this.#read.get(keyOf(hash, device)));
    const compared = asked.map(([hash, device], at) => [hash, device, sent[at]?.text ?? ''] as const);
    const rows = await changedSessions(this.#db, orgId, compared, now());
    const [organization] = rows;
    if (organization === undefined) return [];
    const changed = new Map(rows.map((row) => [keyOf(row.hash ?? '', row.askedDevice ?? ''), row]));
    const revisions = {
      catalog: organization.catalog_revision,
      activity: organization.activity_revision ?? 0,
    };
    return asked.map(([hash, device], at) => {
      const row = changed.get(keyOf(hash, device));
      if (row !== undefined) return this.#anew(orgId, hash, device, row);
      const read = sent[at];
      if (read === undefined) return undefined;
      read.known = withRevisions(read.known, revisions);
      return read.known;
    });
  }

  /** Keeps a changed session; drops one that is over. */
  #anew(orgId: string, hash: string, device: string, row: ChangedSession): KnownSession | undefined {
    const key = keyOf(hash, device);
    if (!isThere(row)) {
      this.#read.delete(key);
      return undefined;
    }
    const known = { caller: shared(callerOf(orgId, hash, row)), pairingId: row.pairingId };
    if (this.#read.size >= most) this.#read.clear();
    this.#read.set(key, { known, text: row.text });
    return known;
  }
}

const keyOf = (hash: string, device: string): string => `${hash} ${device}`;
