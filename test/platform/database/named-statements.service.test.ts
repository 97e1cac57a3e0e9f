import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connect,
  type Database,
  type PostgresLocation,
} from '../../../mock-server/platform/database/connect.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { freshDatabase } from '../../setup/database/database.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A database on a server, over a single connection. */
async function opened(options: Partial<PostgresLocation> = {}): Promise<Database> {
  const { location, remove } = await freshDatabase('');
  open.push(remove);
  if (!('url' in location)) throw new Error('This is a test of PostgreSQL.');
  const database = await connect({ ...location, poolSize: 1, ...options });
  open.push(database.close);
  return database;
}

const users = ({ db }: Database, orgId: string) =>
  db.selectFrom('users').select('id').where('org_id', '=', orgId).execute();

async function times(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 1) await work(at);
}

/** What the server has prepared on this connection. */
async function prepared({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    withoutGuard(db),
  );
  return rows.map(({ statement }) => statement);
}

describe('on PostgreSQL a statement', () => {
  it.each([{}, { timeouts: { statement: 60_000, idleTransaction: 60_000 } }])(
    'is planned without memory of the rows before, also where times are limited: %o',
    async (options) => {
      const database = await opened(options);
      const { rows } = await sql`show enable_memoize`.execute(withoutGuard(database.db));
      expect(rows).toEqual([{ enable_memoize: 'off' }]);
    },
  );

  it('that comes again is prepared by the server, once', async () => {
    const database = await opened();
    await times(20, (at) => users(database, `${at}`));
    expect(await prepared(database)).toEqual([expect.stringContaining('from "users"')]);
  });

  it('that comes rarely, or shows whatever columns there are, is not', async () => {
    const database = await opened();
    await times(3, () => users(database, ''));
    await times(20, () => database.db.selectFrom('groups').selectAll().execute());
    expect(await prepared(database)).toEqual([]);
  });

  it('that is prepared goes on while columns are added to its table', async () => {
    const database = await opened();
    await times(10, () => users(database, ''));
    await sql`alter table users add column later text`.execute(withoutGuard(database.db));
    await expect(users(database, '')).resolves.toEqual([]);
  });

  it('that fails is not kept from running again, in a transaction or outside', async () => {
    const database = await opened();
    const broken = () => sql`select 1 / (select count(${'x'}::text) - 1)`.execute(withoutGuard(database.db));
    await times(10, () => expect(broken()).rejects.toThrow('division by zero'));
    await times(10, () => database.transaction((tx) => tx.selectFrom('users').select('id').execute()));
    expect(await prepared(database)).toHaveLength(2);
  });

  it('is never prepared behind a pooler that says so', async () => {
    const database = await opened({ prepares: false });
    await times(20, () => users(database, ''));
    expect(await prepared(database)).toEqual([]);
  });
});
