import { setTimeout as wait } from 'node:timers/promises';
import { appendUpload, createUpload, readUpload, tusVersion } from '../../contract/application-uploads.ts';
import { OfflineError, RefusedError, ServerError, UnreachableError } from '../data/errors.ts';
import type { LocalFile } from './local-file.ts';
import type { Progress } from './progress.ts';
import type { Service } from './service.ts';

/** Bytes that go in one request: what a broken line costs at most. */
const pieceSize = 8 * 1024 * 1024;

/** How often one piece is tried, the wait before the second time, and the longest wait; milliseconds. */
const attempts = 8;
const firstWait = 500;
const longestWait = 15_000;

const version = { 'tus-resumable': tusVersion };

/** Sends a file by the tus protocol, going on where a broken line stopped it; answers the upload's id. */
export async function uploadInPieces(
  service: Service,
  file: LocalFile,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<string> {
  const { id, offset } = await beginUpload(service, file);
  let sent = offset;
  let failures = 0;
  while (sent < file.content.size) {
    try {
      sent = failures === 0 ? sent : await arrived(service, id);
      await sendPiece(service, id, { file, offset: sent });
      sent = Math.min(sent + pieceSize, file.content.size);
      failures = 0;
      progress.at(sent);
    } catch (fault) {
      failures += 1;
      if (failures >= attempts || !passes(fault)) throw fault;
      await wait(Math.min(firstWait * 2 ** failures, longestWait), undefined, { signal });
    }
  }
  return id;
}

async function beginUpload(service: Service, { name, content }: LocalFile) {
  const headers = {
    ...version,
    'upload-length': String(content.size),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  };
  return (await service.call(createUpload, { headers })).upload;
}

async function arrived(service: Service, id: string): Promise<number> {
  return (await service.call(readUpload, { params: { upload: id }, headers: version })).upload.offset;
}

async function sendPiece(
  service: Service,
  id: string,
  { file, offset }: { file: LocalFile; offset: number },
) {
  const headers = { ...version, 'upload-offset': String(offset), 'content-type': appendUpload.consumes };
  const content = file.content.slice(offset, offset + pieceSize);
  await service.call(appendUpload, { params: { upload: id }, headers, content, patience: 120_000 });
}

/** Whether trying again may help: the line broke, the service restarts, or the broken request still holds the upload. */
function passes(fault: unknown): boolean {
  if (fault instanceof UnreachableError || fault instanceof OfflineError || fault instanceof ServerError)
    return true;
  return (
    fault instanceof RefusedError && (fault.errorName === 'upload_locked' || fault.refusal.status === 409)
  );
}
