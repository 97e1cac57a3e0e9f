import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { downloadInventory } from '../../mock-server/features/reports/downloads-store.ts';
import type { QueryOptions } from '../../mock-server/features/reports/report.ts';
import { Statements } from '../../mock-server/features/reports/statements-store.ts';
import { appUsage } from '../../mock-server/features/reports/usage-store.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { openService } from '../setup/open-service.ts';
import { reportWorld } from '../setup/world/report-world.ts';

/** What `explain` says of a step of a plan. */
interface Step {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Step[];
}

const service = await openService();
// With so many organizations PostgreSQL expects few rows for each.
await reportWorld(service, { users: 40, rows: 3_000, organizations: 200 });

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

test.each([appUsage, downloadInventory])(
  'a plan that PostgreSQL keeps for all values looks up only the people of a block: $name',
  async (report) => {
    const { platform, admin } = service;
    const options: QueryOptions = {
      orgId: admin.orgId,
      dialect: 'postgres',
      now: getNow(),
      since: '2000-01-01T00:00:00.000Z',
      namesDeleted: true,
    };
    const dates = { from: options.since, before: '9999-01-01T00:00:00.000Z' };
    const statements = new Statements(report, options, { date: dates, filters: {}, terms: [] });
    const first = statements.selectFirst({ after: null, upTo: null, backwards: false }, 11, true);
    const loops = await withoutGuard(platform.database.db)
      .connection()
      .execute(async (db) => {
        const { sql: text, parameters } = first.compile(db);
        const values = sql.join(parameters.map((value) => sql.lit(String(value))));
        await sql`set plan_cache_mode = force_generic_plan`.execute(db);
        await sql.raw(`prepare first_block as ${text}`).execute(db);
        const explained = await sql<{
          'QUERY PLAN': { Plan: Step }[];
        }>`explain (analyze, format json) execute first_block(${values})`.execute(db);
        await sql`deallocate first_block`.execute(db);
        await sql`reset plan_cache_mode`.execute(db);
        const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? [];
        const people = plan && stepsOf(plan.Plan).filter((step) => step['Relation Name'] === 'users');
        return people?.map((step) => step['Actual Loops']);
      });
    expect(loops).toEqual([11]);
  },
);
