import { resolve } from 'node:path';
import type { DatabaseLocation } from '../platform/database/connect.ts';
import type { PostgresTimeouts } from '../platform/database/postgres/connection-settings.ts';
import { ConfigError, type Environment } from './environment.ts';
import { readFlag, readSeconds, readWhole } from './values.ts';

/** Settings that concern a PostgreSQL server only. */
const ofServer = [
  'DATABASE_READ_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_PREPARE',
  'DATABASE_CONNECT_SECONDS',
  'DATABASE_STATEMENT_SECONDS',
  'DATABASE_IDLE_TRANSACTION_SECONDS',
] as const;

/** Where the database is. Error: ConfigError. */
export function readDatabase(environment: Environment, dataDir: string): DatabaseLocation {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = environment;
  if (!url) {
    const alone = ofServer.find((name) => environment[name]);
    if (alone !== undefined)
      throw new ConfigError(`${alone} has no effect without DATABASE_URL. Set that too, or leave both out.`);
    return { file: resolve(dataDir, 'appshelf.sqlite') };
  }
  assertAddress('DATABASE_URL', url, 'Leave it out to use the embedded database.');
  if (readUrl) assertAddress('DATABASE_READ_URL', readUrl, 'Leave it out to read from the main database.');
  return {
    url,
    poolSize: readWhole('DATABASE_POOL_SIZE', environment.DATABASE_POOL_SIZE || '8', 1_000),
    prepares: readFlag('DATABASE_PREPARE', environment.DATABASE_PREPARE || 'true'),
    timeouts: readTimeouts(environment),
    ...(readUrl && { readUrl }),
  };
}

function readTimeouts(environment: Environment): PostgresTimeouts {
  return {
    connect: readSeconds(
      'DATABASE_CONNECT_SECONDS',
      environment.DATABASE_CONNECT_SECONDS || '10',
      'required',
    ),
    statement: readSeconds('DATABASE_STATEMENT_SECONDS', environment.DATABASE_STATEMENT_SECONDS || '60'),
    idleTransaction: readSeconds(
      'DATABASE_IDLE_TRANSACTION_SECONDS',
      environment.DATABASE_IDLE_TRANSACTION_SECONDS || '60',
    ),
  };
}

/** The modes of libpq, and the driver's own `no-verify`; PostgreSQL's documentation, SSL Support. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Messages do not repeat the address, because it may contain a password. Error: ConfigError. */
function assertAddress(name: string, text: string, otherwise: string): void {
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError(`${name} must begin with postgres://. ${otherwise}`);
  const url = URL.parse(text);
  if (url === null || !isDecodable(url))
    throw new ConfigError(
      `${name} can't be read. Write it as postgres://user:password@host:5432/database, with a password's signs like / and % as %2F and %25.`,
    );
  if (url.hostname === '' && !url.searchParams.has('host'))
    throw new ConfigError(`${name} names no server. Write it as postgres://user:password@host/database.`);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !sslModes.includes(mode))
    throw new ConfigError(`${name} has an sslmode that is not one of ${sslModes.join(', ')}.`);
}

function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    return [username, password, hostname, pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}
