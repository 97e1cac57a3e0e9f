import type { Static } from 'typebox';
import { applicationTypes } from '../../../contract/common/codes.ts';
import type { SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { signedProfile, signProfileKind } from '../../packages-worker/kinds/configuration-profile.ts';
import { preparedFile, preparePackageKind } from '../../packages-worker/kinds/prepare-package.ts';
import type { StoredBlob } from '../../platform/blobs/received-file.ts';
import { changeCatalog } from '../../platform/database/changes/changes.ts';
import type { Platform } from '../../platform/services.ts';
import type { MadeFiles } from '../../platform/workers/worker-folder.ts';
import { findSigner } from '../applications/facade.ts';
import { loadSigningMaterial } from '../credentials/facade.ts';
import { notSignableError, parseAdditions } from './request.ts';
import * as store from './store.ts';

export type Note = Static<typeof preparePackageKind.output>['notes'][number];

/** What is needed for making a file. */
export interface Task {
  row: store.PreparationRow;
  version: store.VersionRow;
  uploaded: store.InstallFileRow;
  type: number;
}

/** The result: the file in the store, and what is known about it. */
export interface MadeFile {
  blob: StoredBlob;
  /** When the certificate that signed it expires; null when it is not signed. */
  expires: string | null;
  /** What ends first of an iOS app's certificate and profiles; null where there are no profiles. */
  endsFirst: string | null;
  notes: readonly Note[];
  /** The signer, by whom devices tell updates; null when the file is no package, or not signed. */
  signer: ReturnType<typeof findSigner>;
  /** What the package says about itself; null without one. */
  metadata: object | null;
  /** The name of its credentials. */
  signedWith: string | null;
}

/**
 * Makes the file of a request in a worker process, and stores it. Errors: PackageError, those of credentials, and
 * TaskCancelled when a newer request replaced this one, or when it was cancelled or deleted.
 */
export async function makeFile(platform: Platform, { row, uploaded, type }: Task): Promise<MadeFile> {
  const { blobs } = platform;
  const signing =
    row.credentials === null ? null : await loadSigningMaterial(platform, row.org_id, row.credentials);
  const started = signing && `The package is being signed with “${signing.row.description}”.`;
  if (started !== null) await reportProgress(platform, row, started);
  const source = await blobs.open('files', uploaded.sha256);
  const material = signing?.material ?? null;
  const prepare = type === applicationTypes.iosConfiguration ? prepareProfile : preparePackageFile;
  try {
    const isWanted = createProgressCheck(platform, { row, bytes: uploaded.size, started });
    const made = await prepare(platform, { row, type, path: source.path, material, isWanted });
    return { ...made, signedWith: signing?.row.description ?? null };
  } finally {
    await source.release();
  }
}

/** The input from which a worker makes a file. */
interface Source {
  row: store.PreparationRow;
  type: number;
  path: string;
  material: SigningMaterial | null;
  isWanted: (made: MadeFiles) => Promise<boolean>;
}

type MadeByWorker = Omit<MadeFile, 'signedWith'>;

function preparePackageFile(
  platform: Platform,
  { row, type, path, material, isWanted }: Source,
): Promise<MadeByWorker> {
  const system = type === applicationTypes.iosNative ? 'ios' : 'android';
  const input = { platform: system, additions: parseAdditions(row), material } as const;
  const task = { owner: row.org_id, input, files: { package: path }, isWanted };
  return platform.workers.run(
    preparePackageKind,
    task,
    async ({ facts, expires, profileThatEnds, notes }, files) => ({
      blob: await storeMadeFile(platform, files, preparedFile),
      expires,
      endsFirst: system === 'ios' ? findFirstExpiring(profileThatEnds) : null,
      notes,
      signer: findSigner(facts.signing),
      metadata: facts.binaryMetadata,
    }),
  );
}

const findFirstExpiring = (profile: string | null): string =>
  profile === null ? 'the certificate' : `the profile “${profile}”`;

/** Nothing is added to a profile, so without credentials there is nothing to make. Error: `not_signable`. */
function prepareProfile(
  platform: Platform,
  { row, path, material, isWanted }: Source,
): Promise<MadeByWorker> {
  if (material === null) throw notSignableError();
  const task = { owner: row.org_id, input: { material }, files: { profile: path }, isWanted };
  return platform.workers.run(signProfileKind, task, async ({ expires }, files) => ({
    blob: await storeMadeFile(platform, files, signedProfile),
    expires,
    endsFirst: null,
    notes: [],
    signer: null,
    metadata: null,
  }));
}

/** Stores the file that the worker wrote. */
async function storeMadeFile(
  { blobs, config }: Platform,
  files: MadeFiles,
  name: string,
): Promise<StoredBlob> {
  // Alignment and a signature add little; a far larger file can't be right.
  const maxBytes = 2 * config.limits.packageUpload;
  const received = await files.withStream(name, (bytes) => blobs.receive(bytes, maxBytes));
  return blobs.promote('files', received);
}

const megabyte = 1_000_000;
const toMegabytes = (bytes: number): number => Math.round(bytes / megabyte);

/** Returns whether a request is still wanted, and meanwhile records how much of its file is written. */
function createProgressCheck(
  platform: Platform,
  { row, bytes, started }: { row: store.PreparationRow; bytes: number; started: string | null },
): (made: MadeFiles) => Promise<boolean> {
  let notified = 0;
  return async (made) => {
    if (!(await isCurrent(platform, row))) return false;
    const written = toMegabytes(await made.size(preparedFile).catch(() => 0));
    if (started !== null && written > notified) {
      notified = written;
      await reportProgress(
        platform,
        row,
        `${started} ${written} of about ${toMegabytes(bytes)} MB are written.`,
      );
    }
    return true;
  };
}

async function isCurrent({ database: { db } }: Platform, row: store.PreparationRow): Promise<boolean> {
  const current = await store.findPreparation(db, row.org_id, row.version);
  return current?.request === row.request && current.state === 'waiting';
}

const reportProgress = ({ database }: Platform, row: store.PreparationRow, details: string): Promise<void> =>
  changeCatalog(database, row.org_id, async (tx) => ({
    applications: [],
    result: await store.setProgress(tx, row.org_id, row.version, details),
  }));
