import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/audit.ts';
import type { Db } from '../../platform/database/handles.ts';
import { parsePage, parseSort } from '../../platform/database/list-controls.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { auditCsvHead, csvEntry, presentEntry } from './presenter.ts';
import * as store from './store.ts';

/** Most rows in one answer of the list. */
const largestPage = 1_000;
/** Rows of an export that are in memory at once. */
const batch = 500;

interface Filters {
  search?: string;
  action?: string;
  user?: string;
  object?: string;
  from?: string;
  to?: string;
}

const filtersOf = ({ search = '', action, user, object, from, to }: Filters) => ({
  search,
  action,
  user,
  object,
  from: moment('from', from),
  to: moment('to', to),
});

const moment = (field: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : (readEndDate(field, value) ?? undefined);

/** The audit log of the organization that the request acts on. */
export function registerAudit(app: FastifyInstance, { database }: Platform): void {
  const { db } = database;

  route(app, contract.listAudit, async ({ caller, query }) => {
    const sort = parseSort(query.sort ?? '-at', Object.keys(store.sortColumns));
    const requested = { ...filtersOf(query), sort, page: parsePage(query.page, largestPage) };
    const { rows, total } = await store.listRows(db, caller.orgId, requested);
    return { audit: rows.map(presentEntry), total_available: total };
  });

  route(app, contract.exportAudit, async ({ caller, query, reply }) => {
    const isCsv = query.format === 'csv';
    return reply
      .header('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit.${query.format}"`)
      .send(Readable.from(linesOf(db, caller.orgId, filtersOf(query), isCsv)));
  });

  route(app, contract.readAuditSettings, async ({ caller }) => ({
    days_kept: (await store.settingsOf(db, caller.orgId))?.days_kept ?? null,
  }));

  route(app, contract.updateAuditSettings, async ({ caller, body }) => {
    const settings = { org_id: caller.orgId, days_kept: body.days_kept };
    await database.transaction((tx) => store.setSettings(tx, settings));
    return body;
  });
}

async function* linesOf(
  db: Db,
  orgId: string,
  query: ReturnType<typeof filtersOf>,
  isCsv: boolean,
): AsyncGenerator<string> {
  if (isCsv) yield auditCsvHead();
  let after = 0;
  for (;;) {
    const rows = await store.matchingAfter(db, orgId, query, after, batch);
    const entries = rows.map(presentEntry);
    yield entries.map((entry) => (isCsv ? csvEntry(entry) : `${JSON.stringify(entry)}\n`)).join('');
    if (rows.length < batch) return;
    after = rows.at(-1)?.position ?? after;
  }
}
