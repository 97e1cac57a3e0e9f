import type { FastifyReply, FastifyRequest } from 'fastify';
import { applicationTypes } from '../../../contract/common/codes.ts';
import { startedHeader } from '../../../contract/downloads.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import { type ByteRange, parseRange } from '../../platform/http/responses/byte-range.ts';
import { isEtagNamed } from '../../platform/http/responses/conditional.ts';
import type { Platform } from '../../platform/services.ts';
import { delegateDownload, type FileHeaders } from './delegate.ts';
import { formatContentDisposition, getMediaType, toFileName } from './file-names.ts';
import { countDownload, type DownloadStart } from './service.ts';
import { type FileRow, isRecorded } from './store.ts';

interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The download to count; null when a publisher requests the file. */
  start: DownloadStart | null;
}

/**
 * Sends an install file, whole or the requested range; RFC 9110, sections 13 and 14. A request that includes the first
 * byte counts as the start of a download; HEAD says whether a download was started with this link. Error:
 * `range_not_satisfiable`.
 */
export async function sendFile(
  platform: Platform,
  { request, reply, start }: HttpExchange,
  file: FileRow,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const headers = buildFileHeaders(file, etag);
  if (isEtagNamed(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
  // Before the headers of the file are set, so that a refusal is not saved as a package.
  const range = getRequestedRange(request, file.size, etag);
  if ((await platform.blobs.size('files', file.sha256)) === null) throw notFoundError('file');
  const begins = (range?.start ?? 0) === 0;
  if (request.method !== 'HEAD' && platform.config.downloads.by !== 'service') {
    if (begins && start !== null) await countDownload(platform, start, file);
    return delegateDownload(platform, reply, file, headers);
  }
  const { start: first, end: last } = range ?? { start: 0, end: file.size - 1 };
  reply.headers(headers).header('content-length', last - first + 1);
  if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
  if (request.method === 'HEAD') {
    const started = start !== null && (await isRecorded(platform.database.db, start.orgId, start.linkId));
    if (started) reply.header(startedHeader.header, startedHeader.value);
    return reply.send();
  }
  if (begins && start !== null) await countDownload(platform, start, file);
  await streamFile(platform, reply, file, { start: first, end: last });
  return reply;
}

/** When bytes have been sent already, closing the connection is the only way to signal an error. */
async function streamFile(
  platform: Platform,
  reply: FastifyReply,
  file: FileRow,
  range: ByteRange,
): Promise<void> {
  reply.hijack();
  reply.raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  try {
    await platform.blobs.send('files', file.sha256, reply.raw, range);
    reply.raw.end();
  } catch (error) {
    reply.log.info({ err: error }, 'download broken off');
    reply.raw.destroy();
  }
}

function buildFileHeaders(file: FileRow, etag: string): FileHeaders {
  return {
    etag,
    'content-type': getMediaType(file.type),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache, no-transform',
    // iOS installs a configuration profile when the browser opens it, not when it is saved.
    ...(file.type !== applicationTypes.iosConfiguration && {
      'content-disposition': formatContentDisposition(toFileName(file.file_name, file.type)),
    }),
  };
}

/** The requested range; the whole file when `If-Range` names another state of it. */
function getRequestedRange(request: FastifyRequest, size: number, etag: string): ByteRange | null {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  const range = parseRange(request.headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new ServiceError(
    'range_not_satisfiable',
    `The file has ${size} bytes; the requested range is beyond its end.`,
    {
      headers: { 'content-range': `bytes */${size}` },
    },
  );
}
