import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Tables } from '../../../mock-server/migrations/tables.ts';
import { getNow } from '../../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { TestService } from '../../setup/service.ts';
import { nobodysJob } from './world.ts';

const events = ['insert', 'update', 'delete'] as const;
type Event = (typeof events)[number];

const worked = {
  events: ['update', 'delete'],
  why: 'jobs go on meanwhile; only a request asks for one',
} as const;
const logged = { events, why: 'a refusal is a row of the audit log, whose head moves on' } as const;

/**
 * Columns and rows that are not watched, since they change independently of refused requests. Everything else in every
 * table is watched.
 */
export const unwatched: Partial<Record<keyof Tables | 'touched', { events: readonly Event[]; why: string }>> =
  {
    jobs: worked,
    push_batches: worked,
    push_recipients: worked,
    webhook_deliveries: worked,
    weekly_mails: worked,
    audit_heads: logged,
    audit_pending: { events, why: 'what triggers note of a change, which is watched itself' },
    touched: { events, why: 'what is noted here' },
  };

/** Which rows count: a row that records the refusal is what a refusal must write. */
const counts: Partial<Record<string, string>> = {
  'insert audit': "new.outcome = 'done' and new.action <> 'outside'",
};

/** Columns that record only that something was used. */
const uses = new Set(['last_used', 'idle_ends', 'last_active']);

const isWatched = (table: string, event: Event): boolean =>
  !(unwatched as Record<string, { events: readonly Event[] } | undefined>)[table]?.events.includes(event);

/** Every row of the database that is written from now on: triggers record each. */
export class Touched {
  readonly #service: TestService;

  private constructor(service: TestService) {
    this.#service = service;
  }

  get #db() {
    return withoutGuard(this.#service.platform.database.db);
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
      const changed = columns.filter((column) => !uses.has(column.name)).map((column) => `"${column.name}"`);
      for (const event of events.filter((one) => isWatched(name, one))) {
        const what = event === 'update' ? `update of ${changed.join(', ')}` : event;
        const counted = counts[`${event} ${name}`];
        const when = counted === undefined ? '' : `when (${counted})`;
        const noted = isPostgres
          ? `for each row ${when} execute function touched()`
          : `${when} begin insert into touched values ('${event} ${name}'); end`;
        await run(`create trigger touched_${name}_${event} after ${what} on "${name}" ${noted}`);
      }
    }
    return touched;
  }

  /** Names of the tables that are watched. */
  async tables(): Promise<string[]> {
    const isPostgres = this.#service.platform.database.dialect === 'postgres';
    const names = isPostgres
      ? sql<{ name: string }>`select distinct event_object_table as name from information_schema.triggers
          where trigger_name like 'touched!_%' escape '!'`
      : sql<{ name: string }>`select distinct tbl_name as name from sqlite_master
          where type = 'trigger' and name like 'touched!_%' escape '!'`;
    return (await names.execute(this.#db)).rows.map(({ name }) => name);
  }

  /** What `work` wrote, after the jobs of earlier requests are done. */
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
      .where((job) => job.or([job('due', '<=', getNow()), job('state', '=', 'running')]))
      .execute();
  }
}
