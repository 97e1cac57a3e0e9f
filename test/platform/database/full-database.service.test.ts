import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addGroup, listGroups } from '../../../contract/groups.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { openService } from '../../setup/open-service.ts';

const service = await openService();

const added = async (): Promise<string[]> => {
  const { groups } = await service.ok(listGroups, { token: service.admin.token, query: { page: '0,1000' } });
  return groups.map(({ name }) => name).filter((name) => name.startsWith('Crew'));
};

/** Makes the database full, or gives it room again. */
async function fill(isFull: boolean): Promise<void> {
  const { db, dialect } = service.platform.database;
  const handle = withoutGuard(db);
  if (dialect === 'sqlite') {
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(handle);
    const max = isFull ? (pages.rows[0]?.page_count ?? 0) : 1_000_000;
    await sql`pragma max_page_count = ${sql.lit(max)}`.execute(handle);
  } else if (isFull) {
    // A server has no such limit for one database: a trigger raises the same error.
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(handle);
    await sql`create trigger no_room before insert on groups for each row execute function no_room()`.execute(
      handle,
    );
  } else await sql`drop function no_room cascade`.execute(handle);
}

test('with a full disk of the database a change is refused whole, reading goes on, and changes too when there is room', async () => {
  const [before, after] = [`Crew before`, 'Crew after'];
  await service.ok(addGroup, { token: service.admin.token, body: { name: before, description: '' } });
  await fill(true);
  const made = [before];
  let refusal: unknown;
  while (refusal === undefined && made.length < 1_000) {
    const name = `Crew ${made.length} ${'x'.repeat(80)}`;
    const answer = await service.call(addGroup, {
      token: service.admin.token,
      body: { name, description: '' },
    });
    if (answer.status < 400) made.push(name);
    else refusal = [answer.status, answer.headers.get('retry-after'), answer.body];
  }
  expect(refusal).toMatchObject([507, '300', { error: { code: 1035 } }]);
  expect((await added()).sort()).toEqual([...made].sort());
  await fill(false);
  await service.ok(addGroup, { token: service.admin.token, body: { name: after, description: '' } });
  expect((await added()).sort()).toEqual([...made, after].sort());
});
