import { sql } from 'kysely';
import { vi } from 'vitest';
import { now } from '../../../mock-server/platform/database/identifiers.ts';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../../setup/service.ts';
import { timeouts } from '../../setup/timeouts.ts';
import { nobodysJob } from './world.ts';

/** Tables that others write while somebody is refused: what jobs have to do and have done, and the audit log, which tells of refusals. */
const ofOthers = /^(jobs|push_recipients|webhook_deliveries|weekly_mails|audit.*|touched)$/;
/** Columns that say only that something was used. */
const uses = new Set(['last_used', 'idle_ends', 'last_active']);

/** Every row of the database that is written, from when this begins: triggers of its own note each. */
export class Touched {
  readonly #service: TestService;

  private constructor(service: TestService) {
    this.#service = service;
  }

  get #db() {
    return unguarded(this.#service.platform.database.db);
  }

  static async begin(service: TestService): Promise<Touched> {
    const touched = new Touched(service);
    const db = touched.#db;
    const isPostgres = service.platform.database.dialect === 'postgres';
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run('create table touched (what text not null)');
    if (isPostgres)
      await run(`create function touched() returns trigger language plpgsql as $$ begin
        insert into touched (what) values (lower(tg_op) || ' ' || tg_table_name); return null; end $$`);
    for (const { name, columns } of await db.introspection.getTables()) {
      if (ofOthers.test(name)) continue;
      const changed = columns.filter((column) => !uses.has(column.name)).map((column) => `"${column.name}"`);
      for (const event of ['insert', `update of ${changed.join(', ')}`, 'delete']) {
        const [word = ''] = event.split(' ');
        const noted = isPostgres
          ? 'for each row execute function touched()'
          : `begin insert into touched values ('${word} ${name}'); end`;
        await run(`create trigger touched_${name}_${word} after ${event} on "${name}" ${noted}`);
      }
    }
    return touched;
  }

  /** What was written since the work that earlier requests had left to jobs is done, while `work` was done. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; written: string[] }> {
    const isIdle = async () => (await this.#due()).length === 0;
    await vi.waitUntil(isIdle, { timeout: timeouts.step, interval: 10 });
    await sql`delete from touched`.execute(this.#db);
    const result = await work();
    const { rows } = await sql<{ what: string }>`select what from touched`.execute(this.#db);
    return { result, written: rows.map(({ what }) => what) };
  }

  #due() {
    const all = this.#service.platform.database.db.selectFrom('jobs').select(['kind', 'state']);
    return all
      .where('state', 'in', ['waiting', 'running'])
      .where('kind', '!=', nobodysJob)
      .where((job) => job.or([job('due', '<=', now()), job('state', '=', 'running')]))
      .execute();
  }
}
