import { join, relative } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../../platform/services.ts';
import type { FileRow } from './store.ts';

/** The headers with which an install file is sent. */
export interface FileHeaders extends Record<string, string | undefined> {
  etag: string;
  'content-type': string;
  'cache-control': string;
  'content-disposition'?: string;
}

/**
 * Lets somebody else send an install file, or the part that the request asks for: the bucket, by a redirect to a signed
 * address, or the web server in front of the service, which is told where the file is.
 */
export async function delegateDownload(
  { blobs, config }: Platform,
  reply: FastifyReply,
  { sha256 }: FileRow,
  headers: FileHeaders,
): Promise<FastifyReply> {
  const { downloads, dataDir } = config;
  if (downloads.by === 'redirect') {
    const address = await blobs.address('files', sha256, {
      contentType: headers['content-type'],
      cacheControl: headers['cache-control'],
      contentDisposition: headers['content-disposition'] ?? null,
    });
    // Signed for a few minutes, and counted here: nobody may cache it.
    return reply.header('cache-control', 'no-store').redirect(address ?? '', 302);
  }
  const { path, release } = await blobs.open('files', sha256);
  await release();
  reply.headers(headers);
  if (downloads.by === 'x-accel-redirect')
    return reply
      .header('x-accel-redirect', `${downloads.prefix}${relative(join(dataDir, 'blobs'), path)}`)
      .send();
  return reply.header('x-sendfile', path).send();
}
