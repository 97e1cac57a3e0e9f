import type { Operation } from '../../contract/common/operation.ts';
import type { ResponseOf } from '../../contract/common/request.ts';
import type { CallArguments } from '../data/http/client.ts';
import { RefusedError } from '../data/http/errors.ts';
import { type LocalFile, SentFile } from './local-file.ts';
import { type Progress, showProgress } from './progress.ts';
import { ResumableUpload } from './resumable-upload.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** From this size on, in bytes, a file is sent in pieces, so that a broken connection costs one piece and not the whole file. */
const largeFile = 32 * 1024 * 1024;

/** Milliseconds to wait for an answer; the service reads a whole package before it gives one. */
const timeout = 600_000;

interface Context {
  service: Service;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Calls an operation that takes a file, and shows the progress of the upload. */
export async function callWithFile<O extends Operation>(
  context: Context,
  operation: O,
  args: CallArguments<O> & { data: object; file: LocalFile | null },
): Promise<ResponseOf<O>> {
  const { data, file, ...rest } = args;
  const send = (content: FormData) => context.service.call(operation, { ...rest, content, timeout });
  if (file === null) return send(form(data));
  const progress = showProgress(context.terminal.progress, file.size);
  try {
    if (file.size < largeFile) return await send(form(data, new SentFile(file, progress.update)));
    return await sendResumable(await ResumableUpload.prepare(file, context), progress, (upload_id) =>
      send(form({ ...data, upload_id })),
    );
  } finally {
    progress.finish();
  }
}

/** Unless the package itself is refused, a failed upload is kept for another run. */
async function sendResumable<T>(
  upload: ResumableUpload,
  progress: Progress,
  publish: (id: string) => Promise<T>,
): Promise<T> {
  const id = await upload.send(progress);
  progress.finish();
  try {
    const answer = await publish(id);
    await upload.end();
    return answer;
  } catch (fault) {
    if (fault instanceof RefusedError && fault.errorName === 'package_refused') await upload.end();
    throw fault;
  }
}

/** The parts of document 2, POST /v1/applications/. */
function form(data: object, file?: File): FormData {
  const parts = new FormData();
  parts.append('data', JSON.stringify(data));
  if (file !== undefined) parts.append('app_file', file);
  return parts;
}
