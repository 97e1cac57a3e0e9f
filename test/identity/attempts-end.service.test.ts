import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { authenticateUser } from '../../contract/identity.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

const handle = () => withoutGuard(service.platform.database.db);
const running = () => handle().selectFrom('attempts').select('key').where('running', '>', 0).execute();
const sessions = () => handle().selectFrom('tokens').select('id').execute();

/**
 * Makes the database refuse a change of a table's rows where a condition is true. Returns a function that undoes this.
 */
async function refuse(what: string, condition: string): Promise<() => Promise<void>> {
  const run = (text: string) => sql.raw(text).execute(handle());
  if (service.platform.database.dialect === 'sqlite') {
    await run(`create trigger refused ${what} begin select raise(abort, 'refused') where ${condition}; end`);
    return async () => void (await run('drop trigger refused'));
  }
  await run(`create function refused() returns trigger language plpgsql as
    $$ begin if ${condition} then raise exception 'refused'; end if; return new; end $$`);
  await run(`create trigger refused ${what} for each row execute function refused()`);
  return async () => void (await run('drop function refused cascade'));
}

test('the attempts of a sign-in end in the transaction that begins its session, or neither happens', async () => {
  const { userId, password } = await service.makeUser();
  const body = { user_id: userId, password };
  const before = await sessions();
  const undo = await refuse('before update on attempts', 'new.running < old.running');
  expect((await service.call(authenticateUser, { body })).status).toBe(500);
  await undo();
  expect(await sessions()).toEqual(before);
  await handle().updateTable('attempts').set({ running: 0 }).execute();
  await service.ok(authenticateUser, { body });
  expect(await sessions()).toHaveLength(before.length + 1);
  expect(await running()).toEqual([]);
});

test('a sign-in whose session cannot be written ends its attempts all the same', async () => {
  const { userId, password } = await service.makeUser();
  const undo = await refuse('before insert on tokens', 'true');
  const { status } = await service.call(authenticateUser, { body: { user_id: userId, password } });
  await undo();
  expect(status).toBe(500);
  expect(await running()).toEqual([]);
  await service.ok(authenticateUser, { body: { user_id: userId, password } });
});
