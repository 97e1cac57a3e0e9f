import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

const db = () => withoutGuard(service.platform.database.db);

it('asks for no number of a transaction, which only PostgreSQL has', async () => {
  const functions = await sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc
    where prorettype = 'trigger'::regtype and pronamespace = current_schema()::regnamespace`.execute(db());
  const defaults = await sql<{ text: string }>`
    select column_default as text from information_schema.columns
    where table_schema = current_schema() and column_default is not null`.execute(db());
  const reported = [...functions.rows, ...defaults.rows].map(({ text }) => text);
  expect(reported.length).toBeGreaterThan(30);
  expect(reported.filter((text) => /xact_id|txid/.test(text))).toEqual([]);
});
