import type { Db, Tx } from '../../../platform/database/handles.ts';
import { notFoundError, ServiceError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { findOwnUpload, getNextExpiry, getUploadKey } from './service.ts';
import * as store from './store.ts';

interface BodyWithUpload {
  upload_id?: string;
}

/**
 * Runs `publish` with the file of the upload that the request names, as if the request had carried the file. If
 * publishing is refused for another reason than the file, the upload is kept for another attempt. Errors: `not_found`,
 * `upload_expired`, `conflict` while bytes are missing, `invalid_request` when the request also carried a file.
 */
export async function withUpload<D extends BodyWithUpload, R>(
  platform: Platform,
  caller: Caller,
  form: Form<D>,
  publish: (form: Form<D>) => Promise<R>,
): Promise<R> {
  const id = form.data.upload_id;
  if (id === undefined) return publish(form);
  if (form.files.app_file !== undefined) {
    throw new ServiceError('invalid_request', 'Send only one of app_file and upload_id.');
  }
  const { db } = platform.database;
  const row = await findCompleteUpload(db, getUploadKey(caller, id));
  await store.postponeExpiry(db, row, getNextExpiry(platform.config.limits.openUploads));
  const { path, release } = await platform.blobs.open('files', row.sha256);
  try {
    const { sha256, size, file_name: fileName } = row;
    return await publish({ ...form, files: { ...form.files, app_file: { path, sha256, size, fileName } } });
  } catch (error) {
    const hopeless = error instanceof ServiceError && error.errorName === 'package_refused';
    if (hopeless) await store.deleteUpload(db, row);
    throw error;
  } finally {
    await release();
  }
}

async function findCompleteUpload(
  db: Db,
  key: store.UploadKey,
): Promise<store.UploadRow & { sha256: string }> {
  const { sha256, ...row } = await findOwnUpload(db, key);
  if (sha256 !== null) return { ...row, sha256 };
  throw new ServiceError(
    'conflict',
    `Only ${row.received} of ${row.size} bytes of the upload have arrived. Send the rest first.`,
    { details: { offset: row.received } },
  );
}

/**
 * Deletes the upload, in the transaction that publishes its file. Error: `not_found` when another request published it
 * first.
 */
export async function consumeUpload(
  tx: Tx,
  caller: Caller,
  { upload_id: id }: BodyWithUpload,
): Promise<void> {
  if (id !== undefined && !(await store.deleteUpload(tx, getUploadKey(caller, id))))
    throw notFoundError('upload');
}
