import { Check } from 'typebox/value';
import { inspectionStatuses } from '../../../contract/common/codes.ts';
import { Analysis } from '../../../contract/common/inspection-report.ts';
import { inspectionEngine } from '../../app-packages/inspection/findings.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import {
  analysisBytes,
  analysisFile,
  inspectPackageKind,
} from '../../packages-worker/kinds/inspect-package.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { CatalogTx, Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { JobRun } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { TaskCancelled } from '../../platform/workers/cancellation.ts';
import { toPrivacy } from './privacy.ts';
import * as store from './store.ts';

/** Attempts before an inspection is given up, when the fault is the machine's and not the package's. */
const maxAttempts = 6;

interface RequestedInspection {
  version: string;
  run: string;
}

/**
 * Inspects a version's package in a worker process and stores the report. Nothing is stored for an inspection that was
 * cancelled meanwhile: the row then has another `run`.
 */
export async function inspect(
  platform: Platform,
  { orgId, attempt }: JobRun,
  requested: RequestedInspection,
): Promise<void> {
  const started = await changeInspection(platform, orgId, requested, async (tx) => {
    await store.setStatus(tx, orgId, requested.version, inspectionStatuses.pending);
  });
  const version =
    started && (await store.findInspectedVersion(platform.database.db, orgId, requested.version));
  if (!version) return;
  try {
    await storeResult(
      platform,
      orgId,
      requested,
      version.sha256,
      await runAnalysis(platform, orgId, requested, version.sha256),
    );
  } catch (error) {
    if (error instanceof TaskCancelled) return;
    if (error instanceof PackageError) await storeFailure(platform, orgId, requested, error.message);
    else if (attempt >= maxAttempts)
      await storeFailure(platform, orgId, requested, 'The service could not inspect it.');
    else throw error;
  }
}

/**
 * The analysis of a file. Errors: PackageError when the package is refused, TaskCancelled when the inspection was cancelled.
 */
async function runAnalysis(
  platform: Platform,
  orgId: string,
  requested: RequestedInspection,
  sha256: string,
): Promise<Analysis> {
  const { blobs, workers } = platform;
  const { path, release } = await blobs.open('files', sha256);
  try {
    const isWanted = () => isCurrent(platform.database.db, orgId, requested);
    const task = { owner: orgId, input: {}, files: { package: path }, isWanted };
    const bytes = await workers.run(inspectPackageKind, task, (_, made) =>
      made.read(analysisFile, analysisBytes),
    );
    const analysis: unknown = JSON.parse(bytes.toString('utf8'));
    if (!Check(Analysis, analysis)) throw new PackageError('reader_failed');
    return analysis;
  } finally {
    await release();
  }
}

const storeResult = (
  platform: Platform,
  orgId: string,
  requested: RequestedInspection,
  sha256: string,
  analysis: Analysis,
) =>
  changeInspection(platform, orgId, requested, async (tx) => {
    const current = await store.findInspectedVersion(tx, orgId, requested.version);
    // The next attempt inspects the file that is delivered now.
    if (current?.sha256 !== sha256) throw new Error('The package was replaced while it was inspected.');
    const moment = getNow();
    await store.updateInspection(tx, orgId, requested.version, {
      run: null,
      engine: inspectionEngine,
      sha256,
      finished: moment,
      verified: moment,
      report: JSON.stringify(analysis),
      privacy: JSON.stringify(toPrivacy(analysis)),
      problem: null,
    });
    await store.setStatus(tx, orgId, requested.version, inspectionStatuses.ready);
    await store.setInspectionId(tx, orgId, requested.version, requested.run);
  });

const storeFailure = (platform: Platform, orgId: string, requested: RequestedInspection, problem: string) =>
  changeInspection(platform, orgId, requested, async (tx) => {
    await store.updateInspection(tx, orgId, requested.version, { run: null, finished: getNow(), problem });
    await store.setStatus(tx, orgId, requested.version, inspectionStatuses.error);
  });

/** Whether an inspection is the one that runs; a cancelled one is not. */
const isCurrent = async (db: Db, orgId: string, { version, run }: RequestedInspection): Promise<boolean> =>
  (await store.findInspection(db, orgId, version))?.run === run;

/** Changes the row of an inspection if it is still the running one; false if it was cancelled. */
const changeInspection = (
  { database }: Platform,
  orgId: string,
  requested: RequestedInspection,
  work: (tx: CatalogTx) => Promise<void>,
): Promise<boolean> =>
  changeCatalog(database, orgId, async (tx) => {
    const runs = await isCurrent(tx, orgId, requested);
    if (runs) await work(tx);
    return { applications: [], result: runs };
  });
