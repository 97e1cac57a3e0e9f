import type { Tables } from '../../migrations/tables.ts';
import type { Db } from '../../platform/database/handles.ts';
import * as store from './export-store.ts';
import { exportedTables } from './personal-tables.ts';

/** Rows that are in memory at once. */
const batch = 200;

/**
 * All data of a person as one JSON object, in pieces: years of reports are never in memory at once. `head` holds the
 * members of the object before `data`.
 */
export async function* exportPersonalData(
  db: Db,
  person: Pick<Tables['users'], 'org_id' | 'id' | 'user_id' | 'created'>,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"data":{`;
  for (const table of exportedTables) {
    yield `${JSON.stringify(table.table)}:[`;
    let next: readonly unknown[] | null = [];
    let before = '';
    while (next !== null) {
      const page: store.PageOfRows = await store.readRowsAbout(db, person, table, next, batch);
      for (const row of page.rows) {
        yield `${before}${JSON.stringify(row)}`;
        before = ',';
      }
      next = page.next;
    }
    yield '],';
  }
  yield `"devices":${JSON.stringify(await store.listDevices(db, person))}}}`;
}
