import type { Tx } from '../handles.ts';
import type { KnownRows } from '../known-rows.ts';

/** The order in which work runs at the end of a transaction: always the same, so that no two wait for each other. */
const order = ['journals', 'downloads', 'counts', 'attempts'] as const;
type Kind = (typeof order)[number];

interface Work {
  kind: Kind;
  run: (tx: Tx) => Promise<void>;
}

/** The catalogs that a transaction changed: those of an organization, and those of some of its persons. */
export interface ChangedCatalogs {
  orgId: string;
  userIds: readonly string[];
}

interface TransactionState {
  knownRows: KnownRows;
  beforeCommit: Work[];
  /** What `writeTogether` has collected, by the function that writes it. */
  collected: Map<unknown, unknown[]>;
  afterCommit: (() => void)[];
  raised: ChangedCatalogs[];
}

/**
 * What belongs to each open transaction. Functions get nothing but the transaction, and Kysely's object has no room for
 * anything of ours; it is registered when the transaction begins, and gone with it.
 */
const states = new WeakMap<Tx, TransactionState>();

/** Prepares a transaction that has just begun. */
export function registerTransaction(tx: Tx, knownRows: KnownRows): void {
  states.set(tx, { knownRows, beforeCommit: [], collected: new Map(), afterCommit: [], raised: [] });
}

function getState(tx: Tx): TransactionState {
  const state = states.get(tx);
  if (state === undefined) throw new Error('Open transactions with the functions of Database.');
  return state;
}

/**
 * Calls `run` at the end of a transaction, after everything else: for statements that lock a row which many
 * transactions need, so that the lock is held briefly. Statements without an awaited answer (`pipelined.ts`) are sent to
 * PostgreSQL together with `commit`. It must not change anything that the audit log observes.
 */
export function runBeforeCommit(tx: Tx, kind: Kind, run: Work['run']): void {
  getState(tx).beforeCommit.push({ kind, run });
}

/** The same for items that are written together: `write` gets all items that it was named with. */
export function writeTogether<T>(
  tx: Tx,
  kind: Kind,
  item: T,
  write: (tx: Tx, items: readonly T[]) => Promise<void>,
): void {
  const { collected } = getState(tx);
  const items = (collected.get(write) ?? []) as T[];
  if (items.push(item) > 1) return;
  collected.set(write, items);
  runBeforeCommit(tx, kind, () => write(tx, items));
}

/** Runs what waits for the end of the transaction. */
export async function runPendingWork(tx: Tx): Promise<void> {
  const { beforeCommit } = getState(tx);
  for (const wanted of order) for (const { kind, run } of beforeCommit) if (kind === wanted) await run(tx);
}

/**
 * Calls `work` after the commit of a transaction, for example to cache what it has written, which is not certain
 * before.
 */
export function onCommit(tx: Tx, work: () => void): void {
  getState(tx).afterCommit.push(work);
}

/** Calls what waits for the commit of the transaction. */
export function runCommitHooks(tx: Tx): void {
  for (const work of getState(tx).afterCommit) work();
}

/** Remembers until the end of the transaction what it changed. */
export function recordRaised(tx: Tx, orgId: string, userIds: readonly string[]): void {
  getState(tx).raised.push({ orgId, userIds });
}

/** What a transaction changed. */
export const listRaised = (tx: Tx): readonly ChangedCatalogs[] => getState(tx).raised;

/** The rows that this process knows to be in the database of a transaction. */
export const getKnownRows = (tx: Tx): KnownRows => getState(tx).knownRows;
