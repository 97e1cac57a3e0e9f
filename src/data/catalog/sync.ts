import { type CatalogSync, syncCatalog as operation } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { OtherVersionError } from '../http/errors.ts';
import { withTakeover } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import {
  type Asked,
  CatalogBrokenError,
  forgetCatalog,
  keepAnswer,
  readState,
  type Taken,
} from './kept-catalog.ts';
import { cursorOf, type KeptState } from './kept-state.ts';
import { areReadable } from './readable.ts';

export interface SyncContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  /** Called with every answer that was stored. */
  taken(taken: Taken): Promise<void>;
}

/** Entries in the first answer, for which a person waits, and in those that follow. */
const firstStep = 250;
const step = 1000;

/** Milliseconds after which the sync of another page counts as frozen. */
const takeoverAfter = 30_000;

/** The kept state, and the ids of the writes that the service has. */
export interface Known {
  state: KeptState;
  sent: readonly string[];
}

/**
 * Brings the kept catalog up to date, from the network to storage only. One tab of an account syncs at a time. When it
 * is this tab's turn, `isDue` says whether there is still a reason: another tab may have done it. Returns whether there
 * was a reason. Throws a `ClientError`, or the signal's reason.
 */
export const syncCatalog = (
  context: SyncContext,
  signal: AbortSignal,
  isDue: (known: Known) => boolean,
): Promise<boolean> =>
  withTakeover(
    `${context.databaseName}:sync`,
    async () => {
      if (!isDue(await readState(context.storage))) return false;
      await bringUpToDate(context, signal);
      return true;
    },
    { takeoverAfter, signal },
  );

async function bringUpToDate(context: SyncContext, signal: AbortSignal): Promise<void> {
  try {
    await ask(context, signal);
  } catch (fault) {
    if (!(fault instanceof CatalogBrokenError)) throw fault;
    await forgetCatalog(context.storage);
    await ask(context, signal);
  }
}

/** Sends requests until there is no more: one at a time, each with the kept cursor. */
async function ask(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { storage, client } = context;
  let more = true;
  while (more) {
    const { state, sent } = await readState(storage);
    const asked: Asked = { cursor: cursorOf(state), at: Date.now(), sent };
    const count = asked.cursor === null ? firstStep : step;
    const query = { count, ...(asked.cursor !== null && { cursor: asked.cursor }) };
    // The service answers 204 where nothing has changed.
    const answer: CatalogSync | null = await client.call(operation, { query, signal });
    signal.throwIfAborted();
    if (answer !== null && !areReadable(answer.entries))
      throw new OtherVersionError('Entries of another version.');
    const taken = await keepAnswer(storage, asked, answer);
    if (taken !== null) await context.taken(taken);
    more = taken === null || (answer?.more ?? false);
  }
}
