import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { getMomentInMinutes } from '../../../platform/moments.ts';
import { requestContext } from '../../../platform/request-context.ts';
import { readSecuritySettings } from '../../organizations/facade.ts';
import { setUsed } from './session-list-store.ts';

/** Milliseconds in which a token that is used again is not recorded again. */
const precisionMs = 60_000;
/** Most milliseconds that a use waits before it is written, together with others. */
const maxWaitMs = 500;

/** Records when tokens were last used, to the minute: a write for every request would cost more than the request. */
export class TokenUseRecorder {
  readonly #database: Database;
  /** By organization, the tokens that were used. */
  #used = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records that a token is used now, unless its last use, as it was read with the session, is recent. */
  record(orgId: string, tokenId: string, lastUsed: string | null): void {
    if (lastUsed !== null && Date.parse(lastUsed) > Date.now() - precisionMs) return;
    this.#used.set(orgId, (this.#used.get(orgId) ?? new Set()).add(tokenId));
    if (this.#timer !== undefined) return;
    // Outside the request's context, so that the write is not counted as the first request's.
    this.#timer = requestContext.exit(() => setTimeout(() => void this.#write(), maxWaitMs).unref());
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const used = this.#used;
    this.#used = new Map();
    const { dialect } = this.#database;
    for (const [orgId, ids] of used) {
      // The database is away: the next request records the use.
      for (const part of splitIntoChunks([...ids].sort()))
        await this.#database
          .transaction(async (tx) => {
            const { sessions_idle_in_minutes: idle } = await readSecuritySettings(tx, orgId);
            const idleEnds = idle === 0 ? null : getMomentInMinutes(idle);
            await setUsed(tx, dialect, orgId, part, { moment: getNow(), idleEnds });
          })
          .catch(() => undefined);
    }
  }
}
