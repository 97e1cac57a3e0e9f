import { sql } from 'kysely';
import type { Tables } from '../../migrations/tables.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { selectJsonRows } from '../../platform/database/json-rows.ts';
import { preparePipelined, type Value } from '../../platform/database/prepared.ts';
import { buildHeadQuery } from './journal-store.ts';

/** The columns of a row besides its journal, and the number of rows that follow it in what is written. */
type WrittenRow = Omit<Tables['activity'], 'org_id' | 'kind' | 'position'> & { after: number };

/** Rows as `insertRows` reads them. */
export const toRowsJson = (rows: readonly WrittenRow[]): string =>
  JSON.stringify(
    rows.map((row) => [row.after, row.at, row.user, row.device, row.application, row.version, row.details]),
  );

/**
 * Writes one row, at the position that was taken last. Most transactions write only one row, whose details then need
 * not be sent as JSON within JSON.
 */
export const insertRow = preparePipelined(
  (
    tx: Tx,
    orgId: Value,
    kind: Value,
    at: Value,
    user: Value<string | null>,
    device: Value<string | null>,
    application: Value<string | null>,
    version: Value<string | null>,
    details: Value,
  ) =>
    tx.insertInto('activity').values({
      org_id: orgId,
      kind,
      position: buildHeadQuery(tx, orgId, kind),
      at,
      user,
      device,
      application,
      version,
      details,
    }),
);

/**
 * Writes rows of a journal, given as JSON, after their positions were taken: the last row gets the last position. One
 * statement for any number of rows.
 */
export const insertRows = preparePipelined((tx: Tx, orgId: Value, kind: Value, rows: Value) =>
  tx
    .insertInto('activity')
    .columns(['org_id', 'kind', 'position', 'at', 'user', 'device', 'application', 'version', 'details'])
    .expression(
      tx
        .selectFrom(sql<{ value: string }>`${selectJsonRows(tx, rows)}`.as('given'))
        .select([
          orgId.as('org_id'),
          kind.as('kind'),
          sql<number>`${buildHeadQuery(tx, orgId, kind)} - cast(given.value ->> 0 as bigint)`.as('position'),
          sql<string>`given.value ->> 1`.as('at'),
          sql<string | null>`given.value ->> 2`.as('user'),
          sql<string | null>`given.value ->> 3`.as('device'),
          sql<string | null>`given.value ->> 4`.as('application'),
          sql<string | null>`given.value ->> 5`.as('version'),
          sql<string>`given.value ->> 6`.as('details'),
        ]),
    ),
);
