import type { ClientBase } from 'pg';

/** Milliseconds after which PostgreSQL, or the driver, gives up; 0: never. */
export interface PostgresTimeouts {
  /** Opening a connection, or waiting for one of the pool. */
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

/**
 * Has the server limit times on a new connection, and plan as these statements need it. It is told by a statement: poolers refuse to pass on
 * what is said while a connection is opened.
 */
export async function setUp(
  client: ClientBase,
  { statement = 0, idleTransaction = 0 }: Partial<PostgresTimeouts>,
): Promise<void> {
  const limits = `set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleTransaction}`;
  await client.query(statement === 0 && idleTransaction === 0 ? plans : `${plans}; ${limits}`);
}
