import { sql } from 'kysely';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../../setup/service.ts';

/** The rows of an organization as text, by table. */
export type Rows = Record<string, string[]>;

let tables: string[] | undefined;

/** Names of the tables whose rows belong to an organization; each test file has its own database. */
async function organizationTables({ platform }: TestService): Promise<string[]> {
  tables ??= (await withoutGuard(platform.database.db).introspection.getTables())
    .filter(({ columns }) => columns.some((column) => column.name === 'org_id'))
    // Earlier changes are still being chained there while later requests run.
    .filter(({ name }) => !name.startsWith('audit'))
    .map(({ name }) => name);
  return tables;
}

/** Every row of an organization, by table: equal before and after when nothing of it was changed. */
export async function rowsOf(service: TestService, orgId: string): Promise<Rows> {
  const all: Rows = {};
  for (const name of await organizationTables(service)) {
    const query = sql`select * from ${sql.table(name)} where org_id = ${orgId}`;
    const { rows } = await query.execute(withoutGuard(service.platform.database.db));
    // The use of a token or a device is recorded after the answer.
    all[name] = rows
      .map((row) => JSON.stringify({ ...(row as object), last_used: null, last_active: null }))
      .sort();
  }
  return all;
}
