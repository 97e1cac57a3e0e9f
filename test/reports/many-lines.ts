import { sql } from 'kysely';
import { downloadInventory } from '../../mock-server/features/reports/downloads-store.ts';
import type { QueryOptions } from '../../mock-server/features/reports/report.ts';
import { Rows } from '../../mock-server/features/reports/rows-store.ts';
import { getNow } from '../../mock-server/platform/database/identifiers.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import type { TestService } from '../setup/service.ts';

/** More rows than those above which a cursor is used, after what is read before it. */
export const manyDownloads = 32_345;

export const buildQueryOptions = ({ admin, platform }: TestService): QueryOptions => ({
  orgId: admin.orgId,
  dialect: platform.database.dialect,
  now: getNow(),
  since: '2000-01-01T00:00:00.000Z',
  namesDeleted: true,
});

/** The lines of `download_inventory`; `meanwhile` is called once, behind those that are read before a cursor is. */
export async function linesOf(service: TestService, meanwhile: () => Promise<void>): Promise<string> {
  const request = { date: null, filters: {}, terms: [] };
  const rows = new Rows(service.platform.database, downloadInventory, buildQueryOptions(service), request);
  const read: Buffer[] = [];
  let lines = 0;
  for await (const piece of rows.lines(null, null)) {
    read.push(piece);
    const before = lines;
    lines += piece.toString().split('\r\n').length - 1;
    if (before < 8_000 && lines >= 8_000) await meanwhile();
  }
  return Buffer.concat(read).toString();
}

/** The last statements of the connections to the database. */
export async function lastAsked({ platform }: TestService): Promise<string[]> {
  const { rows } = await sql<{
    query: string;
  }>`select query from pg_stat_activity where datname = current_database()`.execute(
    withoutGuard(platform.database.db),
  );
  return rows.map(({ query }) => query);
}

/** The statement that reads rows from a cursor, as the server reports it. */
export const fromACursor = 'fetch 2 from rows';
