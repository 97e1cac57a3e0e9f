import { Type } from 'typebox';
import { inspectionStatuses } from '../../../contract/common/codes.ts';
import { inspectionEngine } from '../../app-packages/inspection/findings.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { createId, nextPsk } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication } from '../applications/facade.ts';
import * as store from './store.ts';
import { assertOn } from './switch.ts';

/**
 * The job that inspects. `run` identifies the inspection: a newer request has another, and so has the row after a
 * cancellation.
 */
export const inspectionJob = {
  name: 'inspection',
  payload: Type.Object({ version: Type.String(), run: Type.String() }),
};

type Inspected = Exclude<Awaited<ReturnType<typeof store.findInspectedVersion>>, undefined>;

/** The newest version of an application that has a package. Errors: `not_found`, `not_allowed_for_type`. */
async function findNewestVersion(db: Db, caller: Caller, identifier: string): Promise<Inspected> {
  const { org_id, latest_version } = await findManageableApplication(db, caller, identifier);
  const found = await store.findInspectedVersion(db, org_id, latest_version ?? '');
  if (found !== undefined) return found;
  throw new ServiceError(
    'not_allowed_for_type',
    'There is no package to inspect: only applications that devices install from a file of this service have one.',
  );
}

const isRunning = (row: store.InspectionRow | undefined): boolean => row !== undefined && row.run !== null;

/**
 * Requests an inspection of the newest version; document 2, POST /v1/applications/<application>/inspections/. Returns
 * the inspection status: a running inspection goes on, and a file that this engine has already inspected is ready.
 * Errors: `inspections_off`, `not_found`, `not_allowed_for_type`.
 */
export async function request(platform: Platform, caller: Caller, identifier: string): Promise<number> {
  const { orgId } = caller;
  await assertOn(platform, orgId);
  const status = await changeCatalog(platform.database, orgId, async (tx) => {
    const version = await findNewestVersion(tx, caller, identifier);
    const row = await store.findInspection(tx, orgId, version.id);
    const isReady = row?.sha256 === version.sha256 && row.engine === inspectionEngine;
    if (isRunning(row)) return { applications: [], result: version.inspection_status };
    if (!isReady) await start(platform, tx, orgId, version.id, row);
    // The file may have been another one since it was inspected.
    else await store.setStatus(tx, orgId, version.id, inspectionStatuses.ready);
    return { applications: [], result: isReady ? inspectionStatuses.ready : inspectionStatuses.uploading };
  });
  platform.jobs.wake();
  return status;
}

async function start(
  { jobs }: Platform,
  tx: CatalogTx,
  orgId: string,
  version: string,
  row: store.InspectionRow | undefined,
): Promise<void> {
  const run = createId();
  if (row === undefined) {
    const psk = await nextPsk(tx, orgId, 'inspections');
    const nothing = {
      engine: null,
      sha256: null,
      finished: null,
      verified: null,
      report: null,
      privacy: null,
      problem: null,
    };
    await store.insertInspection(tx, { org_id: orgId, version, psk, run, ...nothing });
  } else {
    await store.updateInspection(tx, orgId, version, { run, problem: null });
  }
  await store.setStatus(tx, orgId, version, inspectionStatuses.uploading);
  await jobs.enqueue(tx, orgId, inspectionJob, { version, run });
}

/**
 * Cancels the inspection of the newest version. A report of an earlier one stays. Errors: `inspections_off`, `not_found`,
 * `not_allowed_for_type`, `no_inspection_runs`.
 */
export async function cancel(platform: Platform, caller: Caller, identifier: string): Promise<void> {
  const { orgId } = caller;
  await assertOn(platform, orgId);
  await changeCatalog(platform.database, orgId, async (tx) => {
    const version = await findNewestVersion(tx, caller, identifier);
    const row = await store.findInspection(tx, orgId, version.id);
    if (row === undefined || !isRunning(row)) {
      throw new ServiceError('no_inspection_runs', 'No inspection of this application is running.');
    }
    await store.updateInspection(tx, orgId, version.id, { run: null });
    const { ready, none } = inspectionStatuses;
    const isOfThis = row.report !== null && row.sha256 === version.sha256;
    await store.setStatus(tx, orgId, version.id, isOfThis ? ready : none);
    return { applications: [], result: undefined };
  });
}

/** A version with the report of its last inspection. */
export interface Report {
  version: Inspected;
  psk: number;
  verified: string;
  report: string;
}

/**
 * The report of the newest version. Errors: `inspections_off`, `not_found`, `not_allowed_for_type`, and `not_inspected`, which
 * says why there is none.
 */
export async function read(platform: Platform, caller: Caller, identifier: string): Promise<Report> {
  await assertOn(platform, caller.orgId);
  const { db } = platform.database;
  const version = await findNewestVersion(db, caller, identifier);
  const row = await store.findInspection(db, caller.orgId, version.id);
  if (row?.report != null && row.verified !== null && row.sha256 === version.sha256) {
    return { version, psk: row.psk, verified: row.verified, report: row.report };
  }
  throw new ServiceError('not_inspected', describeMissing(row), {
    details: { inspection_status: version.inspection_status },
  });
}

function describeMissing(row: store.InspectionRow | undefined): string {
  if (row?.problem != null) return `The inspection failed. ${row.problem}`;
  if (isRunning(row)) return 'The inspection is not finished. Ask again in some seconds.';
  if (row?.report != null) {
    return 'The package was signed or changed since it was inspected. Ask for another inspection.';
  }
  return 'There is no report of the newest version. Ask for one with POST /v1/applications/<application>/inspections/.';
}
