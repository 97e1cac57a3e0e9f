import { sql } from 'kysely';
import type { TestService } from '../../setup/service.ts';

/** Every row of an organization, table by table: equal before and after when nothing of it was touched. */
export async function rowsOf(service: TestService, orgId: string): Promise<Record<string, unknown[]>> {
  const { db } = service.platform.database;
  const all: Record<string, unknown[]> = {};
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'org_id')) continue;
    const { rows } = await sql`select * from ${sql.table(name)} where org_id = ${orgId}`.execute(db);
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}
