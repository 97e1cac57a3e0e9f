import { AskTogether } from '../../../platform/database/ask-together.ts';
import type { Db } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';
import { type ChangedSession, changedSessions, isThere, type SessionAsked } from './found-session-store.ts';
import { callerOf, type KnownSession, shared, withRevisions } from './known-session.ts';

interface Read {
  known: KnownSession;
  /** What it was made of, as the database told it. */
  text: string;
}

/** Sessions after which all are forgotten: they take about a kilobyte each. */
const most = 20_000;

/**
 * Sessions of a database that is a server, and that others write to. Each is asked for by every request; but the server is told what is known of it,
 * and answers only where that is over or is no longer so. Neither writes the rows, nor reads them, that are what they were.
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

  /** Tells of a session that goes on; of no other. */
  ask(...asked: Parameters<AskTogether<SessionAsked, KnownSession>['ask']>): void {
    this.#together.ask(...asked);
  }

  async #answer(orgId: string, asked: readonly SessionAsked[]): Promise<(KnownSession | undefined)[]> {
    // What is not told about is what was sent: another statement may read it anew meanwhile.
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

  /** Keeps what was read; forgets what is over. */
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
