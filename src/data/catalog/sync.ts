import { type CatalogEvent, type CatalogSync, syncCatalog as operation } from '../../../contract/sync.ts';
import type { Client } from '../http/client.ts';
import { withLock } from '../storage/locks.ts';
import type { Storage } from '../storage/storage.ts';
import { isFooting } from './is-known.ts';
import {
  type Asked,
  CatalogBrokenError,
  forgetCatalog,
  keepAnswer,
  readState,
  type Taken,
} from './kept-catalog.ts';
import { cursorOf, type KeptState } from './kept-state.ts';

export interface SyncContext {
  databaseName: string;
  storage: Storage;
  client: Client;
  /** Called with every answer that was kept. */
  taken(taken: Taken): Promise<void>;
}

/** Entries of the first answer, which a person waits for, and of those that follow. */
const firstStep = 250;
const step = 1000;

/** What is kept, and the ids of the writes that the service has. */
export interface Known {
  state: KeptState;
  sent: readonly string[];
}

/**
 * Brings the kept catalog up to date: from the network to storage, nothing else. Only one tab of an account syncs at a
 * time. `isDue` says, when it is this one's turn, whether there is still a reason: the tab before may have done it. Where an `event` hands
 * on what is missing, nothing is asked. Returns whether there was a reason. Throws a `ClientError`, or the signal's reason.
 */
export const syncCatalog = (
  context: SyncContext,
  signal: AbortSignal,
  isDue: (known: Known) => boolean,
  event: CatalogEvent | null = null,
): Promise<boolean> =>
  withLock(
    `${context.databaseName}:sync`,
    async () => {
      if (!isDue(await readState(context.storage))) return false;
      await bringUpToDate(context, signal, event);
      return true;
    },
    signal,
  );

async function bringUpToDate(
  context: SyncContext,
  signal: AbortSignal,
  event: CatalogEvent | null,
): Promise<void> {
  try {
    if (event !== null && (await takeHanded(context, event))) return;
    await ask(context, signal);
  } catch (fault) {
    if (!(fault instanceof CatalogBrokenError)) throw fault;
    await forgetCatalog(context.storage);
    await ask(context, signal);
  }
}

/** Keeps what an event hands on; false where the kept catalog is not one that it is good for. */
async function takeHanded({ storage, taken }: SyncContext, event: CatalogEvent): Promise<boolean> {
  const { state } = await readState(storage);
  if (event.handed === undefined || state.begun !== null || !isFooting(event, state.kept?.cursor))
    return false;
  // It was made at some moment before: of what was sent meanwhile it says nothing.
  const asked: Asked = { cursor: cursorOf(state), at: Date.now(), sent: state.contains };
  const what = await keepAnswer(storage, asked, event.handed.sync);
  if (what !== null) await taken(what);
  return what !== null;
}

/** Asks until there is no more: one request at a time, each with the cursor that is kept. */
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
    const taken = await keepAnswer(storage, asked, answer);
    if (taken !== null) await context.taken(taken);
    more = taken === null || (answer?.more ?? false);
  }
}
