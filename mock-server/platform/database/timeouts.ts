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
 * Has the server limit times on a new connection. It is told by a statement: poolers refuse to pass on what is said while a connection
 * is opened.
 */
export async function limitTimes(
  client: ClientBase,
  { statement = 0, idleTransaction = 0 }: Partial<PostgresTimeouts>,
): Promise<void> {
  if (statement === 0 && idleTransaction === 0) return;
  await client.query(
    `set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idleTransaction}`,
  );
}
