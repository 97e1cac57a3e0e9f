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
import { now } from '../../platform/database/identifiers.ts';
import type { JobRun } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { Unwanted } from '../../platform/workers/unwanted.ts';
import { privacyOf } from './privacy.ts';
import * as store from './store.ts';

/** Attempts before an inspection is given up, when the fault is the machine's and not the package's. */
const mostAttempts = 6;

interface Asked {
  version: string;
  run: string;
}

/**
 * Inspects a version's package in a worker process and stores the report. Nothing is stored for an inspection that was
 * cancelled meanwhile: the row then has another `run`.
 */
export async function inspect(platform: Platform, { orgId, attempt }: JobRun, asked: Asked): Promise<void> {
  const begun = await change(platform, orgId, asked, async (tx) => {
    await store.setStatus(tx, orgId, asked.version, inspectionStatuses.pending);
  });
  const version = begun && (await store.inspectedVersion(platform.database.db, orgId, asked.version));
  if (!version) return;
  try {
    await keep(platform, orgId, asked, version.sha256, await analyse(platform, orgId, asked, version.sha256));
  } catch (error) {
    if (error instanceof Unwanted) return;
    if (error instanceof PackageError) await fail(platform, orgId, asked, error.message);
    else if (attempt >= mostAttempts) await fail(platform, orgId, asked, 'The service could not inspect it.');
    else throw error;
  }
}

/**
 * The analysis of a file. Errors: PackageError when the package is refused, Unwanted when the inspection was cancelled.
 */
async function analyse(platform: Platform, orgId: string, asked: Asked, sha256: string): Promise<Analysis> {
  const { blobs, workers } = platform;
  const { path, release } = await blobs.open('files', sha256);
  try {
    const isWanted = () => isCurrent(platform.database.db, orgId, asked);
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

const keep = (platform: Platform, orgId: string, asked: Asked, sha256: string, analysis: Analysis) =>
  change(platform, orgId, asked, async (tx) => {
    const current = await store.inspectedVersion(tx, orgId, asked.version);
    // The next attempt inspects the file that is delivered now.
    if (current?.sha256 !== sha256) throw new Error('The package was replaced while it was inspected.');
    const moment = now();
    await store.updateInspection(tx, orgId, asked.version, {
      run: null,
      engine: inspectionEngine,
      sha256,
      finished: moment,
      verified: moment,
      report: JSON.stringify(analysis),
      privacy: JSON.stringify(privacyOf(analysis)),
      problem: null,
    });
    await store.setStatus(tx, orgId, asked.version, inspectionStatuses.ready);
    await store.nameInspection(tx, orgId, asked.version, asked.run);
  });

const fail = (platform: Platform, orgId: string, asked: Asked, problem: string) =>
  change(platform, orgId, asked, async (tx) => {
    await store.updateInspection(tx, orgId, asked.version, { run: null, finished: now(), problem });
    await store.setStatus(tx, orgId, asked.version, inspectionStatuses.error);
  });

/** Whether an inspection is the one that runs; a cancelled one is not. */
const isCurrent = async (db: Db, orgId: string, { version, run }: Asked): Promise<boolean> =>
  (await store.inspectionOf(db, orgId, version))?.run === run;

/** Changes the row of an inspection if it is still the running one; false if it was cancelled. */
const change = (
  { database }: Platform,
  orgId: string,
  asked: Asked,
  work: (tx: CatalogTx) => Promise<void>,
): Promise<boolean> =>
  changeCatalog(database, orgId, async (tx) => {
    const runs = await isCurrent(tx, orgId, asked);
    if (runs) await work(tx);
    return { applications: [], result: runs };
  });
