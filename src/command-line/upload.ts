import type { Operation } from '../../contract/common/operation.ts';
import type { CallArguments, ResponseOf } from '../data/client.ts';
import { CountedFile, type LocalFile } from './local-file.ts';
import { showProgress } from './progress.ts';
import { uploadInPieces } from './resumable-upload.ts';
import type { Service } from './service.ts';
import type { Terminal } from './terminal.ts';

/** From this size (bytes) on a file is sent in pieces, so that a broken line costs one piece and not all. */
const largeFile = 32 * 1024 * 1024;

/** Milliseconds without an answer; the service reads a whole package before it gives one. */
const patience = 600_000;

/** Calls an operation that takes a file, and shows how far the file has come. */
export async function callWithFile<O extends Operation>(
  { service, terminal, signal }: { service: Service; terminal: Terminal; signal: AbortSignal },
  operation: O,
  args: CallArguments<O> & { data: object; file: LocalFile | null },
): Promise<ResponseOf<O>> {
  const { data, file, ...rest } = args;
  if (file === null) return service.call(operation, { ...rest, content: form(data), patience });
  const progress = showProgress(terminal.progress, file.content.size);
  try {
    if (file.content.size < largeFile) {
      const content = form(data, new CountedFile(file, progress.at));
      return await service.call(operation, { ...rest, content, patience });
    }
    const upload_id = await uploadInPieces(service, file, { progress, signal });
    return await service.call(operation, { ...rest, content: form({ ...data, upload_id }), patience });
  } finally {
    progress.done();
  }
}

/** The parts as document 2 names them. */
function form(data: object, file?: File): FormData {
  const parts = new FormData();
  parts.append('data', JSON.stringify(data));
  if (file !== undefined) parts.append('app_file', file);
  return parts;
}
