import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../../mock-server/platform/database/handles.ts';
import {
  prepareFirst,
  preparePipelined,
  type Value,
} from '../../../mock-server/platform/database/prepared.ts';
import { openService } from '../../setup/open-service.ts';

const service = await openService();

const valueOf = prepareFirst((db, orgId: Value, name: Value) =>
  db.selectFrom('counters').select('value').where('org_id', '=', orgId).where('name', '=', name),
);
const raise = preparePipelined((tx: Tx, org_id: Value, name: Value) =>
  tx
    .insertInto('counters')
    .values({ org_id, name, value: sql.lit(1) })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'name'])
        .doUpdateSet((set) => ({ value: set('counters.value', '+', sql.lit(1)) })),
    ),
);
const read = async (name: string) =>
  (await valueOf(service.platform.database.db, service.admin.orgId, name))?.value;

describe('a statement that is built once', () => {
  it('runs in each transaction: it sees what that has written, and nobody else does before it ends', async () => {
    const { database } = service.platform;
    const { orgId } = service.admin;
    for (const expected of [1, 2]) {
      const ended = Promise.withResolvers<void>();
      const seen: (number | undefined)[] = [];
      const written = database.transaction(async (tx) => {
        await raise(tx, orgId, 'seen');
        seen.push((await valueOf(tx, orgId, 'seen'))?.value);
        await ended.promise;
      });
      const outside = read('seen');
      // On PostgreSQL readers continue meanwhile, on SQLite they wait.
      const isPostgres = database.dialect === 'postgres';
      const meanwhile = isPostgres ? [await outside] : [];
      expect(meanwhile).toEqual(isPostgres ? [expected === 1 ? undefined : expected - 1] : []);
      ended.resolve();
      await written;
      expect(seen).toEqual([expected]);
      expect(await read('seen')).toBe(expected);
    }
  });

  it('leaves nothing where its transaction is undone', async () => {
    const { database } = service.platform;
    const { orgId } = service.admin;
    const undone = database.transaction(async (tx) => {
      await raise(tx, orgId, 'undone');
      await raise(tx, orgId, 'undone');
      expect((await valueOf(tx, orgId, 'undone'))?.value).toBe(2);
      throw new Error('It is taken back.');
    });
    await expect(undone).rejects.toThrow('It is taken back.');
    expect(await read('undone')).toBeUndefined();
  });
});
