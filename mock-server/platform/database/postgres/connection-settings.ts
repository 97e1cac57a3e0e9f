import { type ClientBase, DatabaseError } from 'pg';

/** Milliseconds that opening a connection, and any silence of the server, may take where nothing is said. */
export const usualConnect = 10_000;

/** Milliseconds that the server has to say that a statement took too long: then its connection is dead. */
const grace = 5_000;

/** Milliseconds after which a statement that is not answered ends its connection; undefined where the server does not limit it. */
export const longestSilence = ({ statement = 0 }: Partial<PostgresTimeouts>): number | undefined =>
  statement === 0 ? undefined : statement + grace;

/** Milliseconds after which PostgreSQL, or the driver, gives up; 0: never. */
export interface PostgresTimeouts {
  /** Opening a connection, or waiting for one of the pool; and for how long the server may say nothing at all. */
  connect: number;
  /** One statement, and what it waits for. */
  statement: number;
  /** A transaction that sends nothing: its connection ends. */
  idleTransaction: number;
}

/**
 * Without it: before the first row of each run PostgreSQL makes room to remember as many people and devices as it takes an organization to
 * have, for a block of a hundred rows as long as reading them takes twice.
 */
const plans = 'set enable_memoize = off';

/** The state of a setting that the server does not have: servers that only speak PostgreSQL's protocol have fewer. */
const undefinedObject = '42704';

/**
 * Has the server limit times on a new connection, and plan as these statements need it. It is told by a statement: poolers refuse to pass on
 * what is said while a connection is opened.
 */
export async function setUp(
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
