import type { Upload } from '../../../../contract/application-uploads.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { createId, getNow } from '../../../platform/database/identifiers.ts';
import { lockOrganization } from '../../../platform/database/locks.ts';
import { notFoundError, ServiceError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { formatTimestamp } from '../../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../../platform/services.ts';
import type { Limits } from '../../../settings/limits.ts';
import * as store from './store.ts';

/** The key of an upload, which belongs to the user who began it and to the organization that the request acted on. */
export const getUploadKey = (caller: Caller, id: string): store.UploadKey => ({
  org_id: caller.orgId,
  user: caller.user.id,
  id,
});

type OpenUploadLimits = Limits['openUploads'];

/** When an upload that has just been touched expires. */
export const getNextExpiry = ({ lifetime }: Pick<OpenUploadLimits, 'lifetime'>): string =>
  new Date(Date.now() + lifetime).toISOString();

/** The caller's own upload. Errors: `not_found`, `upload_expired`. */
export async function findOwnUpload(db: Db, key: store.UploadKey): Promise<store.UploadRow> {
  const row = await store.findUpload(db, key);
  if (row === undefined) throw notFoundError('upload');
  if (row.expires >= getNow()) return row;
  throw new ServiceError('upload_expired', 'This upload has expired. Begin a new one.');
}

/**
 * Begins an upload. Errors: `body_too_large` when it is longer than a package may be, `too_many_uploads` when the person
 * or the organization has too many, or too large ones, that are not published.
 */
export async function createUpload(
  { config, database }: Platform,
  caller: Caller,
  { size, fileName, metadata }: { size: number; fileName: string; metadata: string },
): Promise<store.UploadRow> {
  const { packageUpload, openUploads } = config.limits;
  if (size > packageUpload) throw tooLargeError(size, packageUpload);
  return database.transaction(async (tx) => {
    await lockOrganization(tx, caller.orgId);
    await assertRoom(tx, caller, size, openUploads);
    const row: store.UploadRow = {
      ...getUploadKey(caller, createId()),
      file_name: fileName,
      metadata,
      size,
      received: 0,
      sha256: null,
      holder: null,
      held_until: null,
      created: getNow(),
      expires: getNextExpiry(openUploads),
    };
    await store.insertUpload(tx, row);
    return row;
  });
}

async function assertRoom(tx: Tx, caller: Caller, size: number, limits: OpenUploadLimits): Promise<void> {
  const open = (await store.openUploads(tx, caller.orgId)).map((row) => ({
    user: row.user,
    count: Number(row.count),
    bytes: Number(row.bytes),
  }));
  const own = open.filter((row) => row.user === caller.user.id);
  if (!hasRoom(own, size, limits.perPerson, limits.bytesPerPerson)) throw tooManyUploadsError('You have');
  if (!hasRoom(open, size, limits.perOrganization, limits.bytesPerOrganization)) {
    throw tooManyUploadsError('Your organization has');
  }
}

function hasRoom(
  open: readonly { count: number; bytes: number }[],
  size: number,
  max: number,
  maxBytes: number,
): boolean {
  const count = open.reduce((sum, row) => sum + row.count, 0);
  const bytes = open.reduce((sum, row) => sum + row.bytes, 0);
  return count < max && bytes + size <= maxBytes;
}

const tooManyUploadsError = (who: string) =>
  new ServiceError(
    'too_many_uploads',
    `${who} too many uploads that are not published yet. Publish or delete some, or let them expire.`,
  );

/** The refusal for more bytes, announced or sent, than the file may have. */
export const tooLargeError = (size: number, limit: number): ServiceError =>
  new ServiceError('body_too_large', `${size} bytes are more than the ${limit} that are allowed here.`);

/** The upload as answers show it. */
export const presentUpload = (row: store.UploadRow): Upload => ({
  id: row.id,
  file_name: row.file_name,
  size: row.size,
  offset: row.received,
  sha256: row.sha256,
  created: formatTimestamp(row.created),
  expires: formatTimestamp(row.expires),
});
