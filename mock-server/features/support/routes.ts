import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/support.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import { parseAge } from '../../platform/http/writes/age.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import type { OffersContext } from '../catalog/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { presentDeferral, presentReport } from './presenter.ts';
import { deferVersion, findDeferrable, insertSupportReport } from './service.ts';
import * as store from './store.ts';

/** The ways out for people who cannot install an application. */
export function registerSupport(app: FastifyInstance, platform: OffersContext): void {
  const { database, jobs } = platform;
  const { db } = database;

  route(app, contract.sendSupportReport, async ({ caller, body, request }) => {
    const answer = await runIdempotent(database, request, caller, async (tx) => {
      const { id, reference } = await insertSupportReport(tx, platform, caller, body);
      return { report: { id, reference } };
    });
    jobs.wake();
    return answer;
  });

  route(app, contract.listSupportReports, async ({ caller, query }) => {
    const { rows, total } = await store.listReports(db, caller.orgId, parsePage(query.page, 1_000));
    return { support_reports: rows.map(presentReport), total_available: total };
  });

  route(app, contract.deferApplication, async ({ caller, body, request }) => {
    const { application, version } = await findDeferrable(platform, caller, body.application);
    const named = { application: application.id, version: version.id };
    return runIdempotent(database, request, caller, async (tx) => {
      const { until } = await deferVersion(tx, caller, named, parseAge(request));
      return { deferral: { ...named, until: formatTimestamp(until) } };
    });
  });

  route(app, contract.listDeferrals, async ({ caller, query }) => {
    const { rows, total } = await store.listDeferrals(db, caller.orgId, parsePage(query.page, 1_000));
    return { deferrals: rows.map(presentDeferral), total_available: total };
  });

  route(app, contract.readHelp, async ({ caller }) => {
    const { support_email, deferrals_enabled } = await readSettings(db, caller.orgId);
    return { support_email, deferrals_enabled };
  });
}
