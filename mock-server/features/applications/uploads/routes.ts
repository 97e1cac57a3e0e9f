import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../../contract/application-uploads.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { getPathOrganization } from '../../../platform/http/organization-path.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import { assertVersion, parseChecksum, parseMetadata } from './protocol.ts';
import { createUpload, findOwnUpload, getUploadKey, presentUpload } from './service.ts';
import type { UploadRow } from './store.ts';
import { type Piece, UploadWriter } from './writer.ts';

/** Resumable uploads; tus protocol 1.0.0. A complete upload is published by its id, as `upload_id`. */
export function registerUploads(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': contract.tusVersion, 'cache-control': 'no-store' });
    });
    const writer = new UploadWriter(platform);
    scope.addHook('preClose', () => writer.close());
    registerDiscovery(scope, platform);
    registerCreation(scope, platform, writer);
    registerContinuation(scope, platform, writer);
  });
}

function registerDiscovery(app: FastifyInstance, { config }: Platform): void {
  for (const { path } of [contract.createUpload, contract.readUpload]) {
    app.options(path, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': contract.tusVersion,
          'tus-extension': contract.tusExtensions,
          'tus-max-size': config.limits.packageUpload,
          'tus-checksum-algorithm': contract.checksumAlgorithms.join(','),
        })
        .send(),
    );
  }
}

function registerCreation(app: FastifyInstance, platform: Platform, writer: UploadWriter): void {
  route(app, contract.createUpload, async ({ headers, caller, request, reply }) => {
    assertVersion(headers['tus-resumable']);
    const metadata = headers['upload-metadata'] ?? '';
    const named = parseMetadata(metadata);
    const fileName = named.get('filename') || named.get('name') || 'app_file';
    const started = await createUpload(platform, caller, {
      size: headers['upload-length'],
      fileName,
      metadata,
    });
    reply.header('location', getUploadPath(request, started));
    const row =
      request.body instanceof Readable
        ? await writer.append(started, toPiece(request, 0, headers['upload-checksum']))
        : started;
    setUploadHeaders(reply, row);
    return { upload: presentUpload(row) };
  });
}

function registerContinuation(app: FastifyInstance, platform: Platform, writer: UploadWriter): void {
  route(app, contract.readUpload, async ({ params, headers, caller, request, reply }) => {
    if (headers['tus-resumable'] !== undefined) assertVersion(headers['tus-resumable']);
    const key = getUploadKey(caller, params.upload);
    const row =
      request.method === 'HEAD' ? await writer.takeOver(key) : await findOwnUpload(platform.database.db, key);
    setUploadHeaders(reply, row);
    reply.header('upload-length', row.size);
    if (row.metadata !== '') reply.header('upload-metadata', row.metadata);
    return { upload: presentUpload(row) };
  });

  route(app, contract.appendUpload, async ({ params, headers, caller, request, reply }) => {
    assertVersion(headers['tus-resumable']);
    const piece = toPiece(request, headers['upload-offset'], headers['upload-checksum']);
    setUploadHeaders(reply, await writer.append(getUploadKey(caller, params.upload), piece));
    return reply.code(204).send();
  });

  route(app, contract.deleteUpload, async ({ params, headers, caller, reply }) => {
    assertVersion(headers['tus-resumable']);
    await writer.delete(getUploadKey(caller, params.upload));
    return reply.code(204).send();
  });
}

/** The piece that a request carries. Error: `unsupported_media_type` when its body is not a stream of bytes. */
function toPiece(request: FastifyRequest, offset: number, checksum: string | undefined): Piece {
  const { body, headers } = request;
  if (!(body instanceof Readable)) {
    throw new ServiceError('unsupported_media_type', `Send the bytes as ${contract.appendUpload.consumes}.`);
  }
  const length = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  return { source: body, offset, length, checksum: parseChecksum(checksum) };
}

/** Sets the headers that say where the upload continues and when it expires. */
function setUploadHeaders(reply: FastifyReply, row: UploadRow): void {
  reply.headers({ 'upload-offset': row.received, 'upload-expires': new Date(row.expires).toUTCString() });
}

/** The address of an upload, in the organization that the request named, if it named one. */
function getUploadPath(request: FastifyRequest, { id }: UploadRow): string {
  const orgId = getPathOrganization(request.raw);
  return `/v3/${orgId === null ? '' : `org/${orgId}/`}uploads/${id}`;
}
