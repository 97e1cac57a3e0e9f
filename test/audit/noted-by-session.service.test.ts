import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { updateUser } from '../../contract/users.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const db = () => unguarded(service.platform.database.db);
const functions = async () =>
  (
    await sql<{ name: string; text: string }>`
      select proname as name, pg_get_functiondef(oid) as text from pg_proc
      where prorettype = 'trigger'::regtype and pronamespace = current_schema()::regnamespace`.execute(db())
  ).rows;

it('asks for no number of a transaction, which only PostgreSQL has', async () => {
  const defaults = await sql<{ text: string }>`
    select column_default as text from information_schema.columns
    where table_schema = current_schema() and column_default is not null`.execute(db());
  const said = [...(await functions()), ...defaults.rows].map(({ text }) => text);
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter((text) => /xact_id|txid/.test(text))).toEqual([]);
});

it('knows its own changes also by triggers that the version before has made, which note that number', async () => {
  const [user] = (await functions()).filter(({ name }) => name === 'audit_users');
  if (user === undefined) throw new Error('Users are not observed.');
  const older = user.text.replace(/(values \(\s*)''/, '$1pg_current_xact_id()::text');
  expect(older).not.toBe(user.text);
  await sql.raw(older).execute(db());
  const { psk, id } = await service.makeUser();
  const token = service.admin.token;
  await service.ok(updateUser, { token, params: { user: psk }, body: { first_name: 'Anna' } });
  const { audit } = await service.ok(listAudit, { token, query: { object: id } });
  expect(audit.map(({ action }) => action)).toEqual(['updateUser', 'addUser']);
  expect(audit[0]?.changes).toMatchObject([
    { before: { first_name: 'Test' }, after: { first_name: 'Anna' } },
  ]);
  expect(await db().selectFrom('audit_pending').select('number').execute()).toEqual([]);
});
