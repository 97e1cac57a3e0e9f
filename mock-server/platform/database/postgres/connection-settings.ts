import { type ClientBase, DatabaseError } from 'pg';

/** Milliseconds that opening a connection, and any silence of the server, may take where the settings do not say. */
export const defaultConnectMs = 10_000;

/**
 * Milliseconds that the server has, after the time limit of a statement, to report it: after that the connection counts
 * as dead.
 */
const graceMs = 5_000;

/**
 * Milliseconds after which an unanswered statement ends its connection; undefined where the server does not limit
 * statements.
 */
export const getMaxSilenceMs = ({ statement = 0 }: Partial<PostgresTimeouts>): number | undefined =>
  statement === 0 ? undefined : statement + graceMs;

/** Milliseconds after which PostgreSQL, or the driver, gives up; 0: never. */
export interface PostgresTimeouts {
  /** Opening a connection, or waiting for one of the pool; also, how long the server may be silent. */
  connect: number;
  /** One statement, including what it waits for. */
  statement: number;
  /** A transaction without a statement: its connection ends. */
  idleTransaction: number;
}

/**
 * With memoization on, PostgreSQL allocates memory before the first row of each run, for as many people and devices as
 * it expects an organization to have: for a block of a hundred rows that takes twice as long as reading them.
 */
const plans = 'set enable_memoize = off';

/** The state of a setting that the server does not have: servers that only speak PostgreSQL's protocol have fewer. */
const undefinedObject = '42704';

/**
 * Sets the time limits and planner settings on a new connection. This is a statement, because poolers refuse settings
 * that are sent while a connection is opened.
 */
export async function configureConnection(
  client: ClientBase,
  { statement = 0, idleTransaction = 0 }: Partial<PostgresTimeouts>,
): Promise<void> {
  await client.query(plans).catch((fault: unknown) => {
    if (!(fault instanceof DatabaseError) || fault.code !== undefinedObject) throw fault;
  });
  if (statement === 0 && idleTransaction === 0) return;
  await client.query(
    `set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleTransaction}`,
  );
}
