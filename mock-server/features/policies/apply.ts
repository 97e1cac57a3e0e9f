import type { AppliedPolicy, RequestedPolicy } from '../../../contract/application-policies.ts';
import { applicationTypes, wrapStatuses } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { findManageableApplication, findVersion, hasPackage } from '../applications/facade.ts';
import { assertUsable, findWaitingSignature, removeAdditions, requestPackage } from '../signing/facade.ts';
import * as store from './application-store.ts';
import { createApplicationToken } from './application-token.ts';
import { buildPackageDocument, documentName } from './document.ts';
import { parseAccessDates } from './option-values.ts';
import { parseRequestedPolicies } from './requested.ts';

type ApplicationRow = Tables['applications'];
type VersionRow = Tables['versions'];

/** The requested policies of an application. */
export interface RequestedPolicies {
  configurations: readonly RequestedPolicy[];
  /** The base of the service's addresses, for the document in the package. */
  base: string;
  /** The credentials for signing the changed package; null: no signature was requested. */
  credentials: string | null;
}

/** The state of the policies of an application. */
export interface PolicyState {
  status: number;
  configurations: AppliedPolicy[];
  /** The policies that the version before had. */
  previous: AppliedPolicy[];
}

/** An application, its latest version, and its present policies. */
interface Subject {
  application: ApplicationRow;
  version: VersionRow | undefined;
  row: store.ApplicationPoliciesRow | undefined;
}

const listOf = (json: string | undefined): AppliedPolicy[] =>
  json === undefined ? [] : (JSON.parse(json) as AppliedPolicy[]);

async function loadSubject(db: Db, caller: Caller, identifier: string): Promise<Subject> {
  const application = await findManageableApplication(db, caller, identifier);
  const { org_id, id, latest_version } = application;
  const version = latest_version === null ? undefined : await findVersion(db, org_id, latest_version);
  return { application, version, row: await store.findPolicies(db, org_id, id) };
}

/** The policies of an application; document 2, GET /v2/applications/<application>/policies/. Error: `not_found`. */
export async function readPolicyState({ database }: Platform, caller: Caller, identifier: string) {
  return toPolicyState(await loadSubject(database.db, caller, identifier));
}

function toPolicyState({ version, row }: Subject): PolicyState {
  const status = version?.wrap_status ?? wrapStatuses.none;
  const before = { status, configurations: [], previous: listOf(row?.configurations) };
  if (row?.version !== version?.id) return before;
  return {
    status,
    configurations: listOf(row?.configurations),
    previous: listOf(row?.previous_configurations),
  };
}

/**
 * Applies policies to the latest version of an application in place of its present ones; an empty list changes nothing.
 * Document 2, POST /v2/applications/<application>/policies/. Errors: `not_found`, `policy_unknown`,
 * `policy_configuration_invalid`, `policies_in_progress`, `not_allowed_for_type` without a package, and those of
 * credentials.
 */
export async function applyPolicies(
  platform: Platform,
  caller: Caller,
  identifier: string,
  wanted: RequestedPolicies,
): Promise<AppliedPolicy[]> {
  const applied = await changeCatalog(platform.database, caller.orgId, async (tx) => {
    const subject = await loadSubject(tx, caller, identifier);
    refuseInProgress(subject);
    if (wanted.configurations.length === 0) {
      return { applications: [], result: toPolicyState(subject).configurations };
    }
    const result = await replacePolicies(platform, tx, subject, { ...wanted, by: caller.user.id });
    return { applications: [subject.application.id], result };
  });
  platform.jobs.wake();
  return applied;
}

async function replacePolicies(
  platform: Platform,
  tx: CatalogTx,
  subject: Subject,
  { configurations: requested, base, credentials, by }: RequestedPolicies & { by: string },
): Promise<AppliedPolicy[]> {
  const { application } = subject;
  const version = assertPackaged(subject);
  const configurations = parseRequestedPolicies(requested, listOf(subject.row?.configurations));
  if (credentials !== null) await assertUsable(tx, application.org_id, application.type, credentials);
  const row = createRow(platform, subject, { version, configurations, base });
  await store.putPolicies(tx, row);
  await store.setAccessDates(tx, application.org_id, application.id, getAccessDates(configurations));
  const policyRequest = { row, credentials, by };
  if (isInPackage(subject, version, row.document)) {
    await signUnchanged(platform, tx, subject, { version, ...policyRequest });
  } else {
    await changePackage(platform, tx, { application, version }, policyRequest);
  }
  return configurations;
}

/**
 * The row with the new policies. For a new version of the application, the policies of the version before are kept
 * beside them.
 */
function createRow(
  { secrets }: Platform,
  { application, row }: Subject,
  { version, configurations, base }: { version: VersionRow; configurations: AppliedPolicy[]; base: string },
): store.ApplicationPoliciesRow {
  const id = row?.id ?? createId();
  const isNewVersion = row !== undefined && row.version !== version.id;
  const token = createApplicationToken(secrets, { orgId: application.org_id, policies: id });
  return {
    org_id: application.org_id,
    application: application.id,
    id,
    version: version.id,
    configurations: JSON.stringify(configurations),
    previous_configurations: isNewVersion ? row.configurations : (row?.previous_configurations ?? '[]'),
    document: buildPackageDocument({ application: application.id, policies: configurations, base, token }),
    changed: getNow(),
  };
}

/** Whether the package of the version already contains this document, or none when none is needed. */
function isInPackage({ row }: Subject, version: VersionRow, document: string | null): boolean {
  const carried = row?.version === version.id ? row.document : null;
  return carried === document && (document === null || version.wrap_status !== wrapStatuses.error);
}

/** What to apply, the credentials for signing, and the id of the user who requested it. */
interface PolicyRequest {
  row: store.ApplicationPoliciesRow;
  credentials: string | null;
  by: string;
}

/** Requests a package with the document, or without one. */
async function changePackage(
  platform: Platform,
  tx: CatalogTx,
  { application, version }: { application: ApplicationRow; version: VersionRow },
  { row, credentials, by }: PolicyRequest,
): Promise<void> {
  const { document } = row;
  const path = application.type === applicationTypes.iosNative ? documentName : `assets/${documentName}`;
  const additions = document === null ? [] : [{ path, content: document }];
  const signer = credentials ?? (await findWaitingSignature(tx, version));
  const wanted = { additions, credentials: signer, by, staysSigned: true };
  const requested = await requestPackage(platform, tx, version, wanted);
  // Without a document only the signature is missing.
  const inJob = document === null ? wrapStatuses.needsSigning : wrapStatuses.applying;
  const status = {
    requested: inJob,
    kept: wrapStatuses.ready,
    awaited: wrapStatuses.needsSigning,
    restored: wrapStatuses.needsSigning,
  };
  await store.setWrapStatus(tx, version.org_id, version.id, status[requested]);
}

/**
 * Where the package does not change. Policies that are new to a version wait for a signature all the same (document 2,
 * Policies), and what is delivered stays until then; it is requested if credentials were named.
 */
async function signUnchanged(
  platform: Platform,
  tx: CatalogTx,
  { row: before }: Subject,
  { version, credentials, by }: PolicyRequest & { version: VersionRow },
): Promise<void> {
  const isFirst = before?.version !== version.id;
  const status = isFirst ? wrapStatuses.needsSigning : version.wrap_status;
  await store.setWrapStatus(tx, version.org_id, version.id, status);
  if (credentials === null || status !== wrapStatuses.needsSigning) return;
  await requestPackage(platform, tx, version, { credentials, by });
}

/**
 * Removes all policies of an application; a package that contains their document is replaced by the uploaded one.
 * Document 2, DELETE /v2/applications/<application>/policies/. Errors: `not_found`, `policies_in_progress`.
 */
export async function removePolicies(platform: Platform, caller: Caller, identifier: string): Promise<void> {
  await changeCatalog(platform.database, caller.orgId, async (tx) => {
    const subject = await loadSubject(tx, caller, identifier);
    refuseInProgress(subject);
    const { application, version } = subject;
    await store.deletePolicies(tx, application.org_id, application.id);
    await store.setAccessDates(tx, application.org_id, application.id, {
      access_start: null,
      access_end: null,
    });
    if (version !== undefined) {
      await removeAdditions(platform, tx, version);
      await store.setWrapStatus(tx, version.org_id, version.id, wrapStatuses.none);
    }
    return { applications: [application.id], result: undefined };
  });
}

/** Document 2, Errors 1. */
function refuseInProgress({ version }: Subject): void {
  if (version?.wrap_status !== wrapStatuses.applying) return;
  throw new ServiceError(
    'policies_in_progress',
    'Policies are being applied to this application. Wait until its policy status is no longer 2.',
    { headers: { 'retry-after': '5' } },
  );
}

function assertPackaged({ application, version }: Subject): VersionRow {
  if (version !== undefined && hasPackage(application)) return version;
  throw new ServiceError(
    'not_allowed_for_type',
    'Policies are applied to iOS and Android applications whose package this service has.',
  );
}

function getAccessDates(policies: readonly AppliedPolicy[]) {
  const values = policies.find(({ configuration }) => configuration?.access_date_range !== undefined);
  const { start, end } = parseAccessDates(values?.configuration);
  return { access_start: start, access_end: end };
}
