import { deferralHours, maxReportsADay, type SupportReport } from '../../../contract/support.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { forbiddenError, notFoundError, tooManyRequestsError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findApplication } from '../applications/facade.ts';
import type { OffersContext } from '../catalog/facade.ts';
import { openCatalog } from '../catalog/facade.ts';
import { readSettings } from '../organizations/facade.ts';
import { mailReportJob } from './mail.ts';
import * as store from './store.ts';

const hour = 60 * 60_000;

/** A moment (UTC) so many milliseconds from now. */
const toMomentFromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Takes a report to support, which a job mails. Error: `too_many_requests`. */
export async function insertSupportReport(
  tx: Tx,
  { jobs }: Platform,
  { orgId, user, device }: DeviceCaller,
  report: SupportReport,
): Promise<store.ReportRow> {
  await store.lockAuthor(tx, orgId, user.id);
  const recent = await store.listReportTimes(tx, orgId, user.id, toMomentFromNow(-24 * hour));
  const [oldest] = recent;
  if (oldest !== undefined && recent.length >= maxReportsADay) {
    throw tooManyRequestsError(Date.parse(oldest) + 24 * hour - Date.now());
  }
  const known = report.application ? await findApplication(tx, orgId, report.application) : undefined;
  const row: store.ReportRow = {
    org_id: orgId,
    id: createId(),
    user: user.id,
    device: device.id,
    reference: report.reference,
    application: known?.id ?? null,
    version: report.version || null,
    symptom: report.symptom || null,
    text: report.text || null,
    system: report.system || null,
    browser: report.browser || null,
    catalog_version: report.catalog_version || null,
    created: getNow(),
  };
  await store.insertReport(tx, row);
  await jobs.enqueue(tx, orgId, mailReportJob, { report: row.id });
  return row;
}

/**
 * The application of the caller's catalog that they want to defer. It need not be mandatory any more: the wish may have
 * waited for a network. Errors: `forbidden` where the organization does not allow it, `not_found`.
 */
export async function findDeferrable(platform: OffersContext, caller: DeviceCaller, application: string) {
  const settings = await readSettings(platform.database.db, caller.orgId);
  if (!settings.deferrals_enabled) {
    throw forbiddenError('Your organization does not allow to continue without this application.');
  }
  const catalog = await openCatalog(platform, caller);
  const [offer] = await catalog.details(catalog.filterShown(await catalog.findOffers([application])));
  if (offer === undefined) throw notFoundError('application');
  return offer.listing;
}

/** Notes that the caller continues without a version; the day begins when they decided it, `age` milliseconds ago. */
export function deferVersion(
  tx: Tx,
  { orgId, user, device }: DeviceCaller,
  { application, version }: { application: string; version: string },
  age: number,
): Promise<store.DeferralRow> {
  const until = toMomentFromNow(deferralHours * hour - Math.min(age, deferralHours * hour));
  const row = { org_id: orgId, id: createId(), user: user.id, device: device.id, application, version };
  return store.insertDeferral(tx, { ...row, created: getNow(), until });
}
