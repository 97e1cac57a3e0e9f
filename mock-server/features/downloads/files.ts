import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Id } from '../../../contract/common/fields.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { allowsDirectInstall, notDirect } from './direct-policy.ts';
import { directFiles, personalFiles } from './file-links.ts';
import { openDirectLink, openLink } from './links.ts';
import { sendFile } from './send-file.ts';
import type { Start } from './service.ts';
import * as store from './store.ts';

const Params = Type.Object({ file: Id });
const Query = Type.Object({ download_token: Type.String({ minLength: 1, maxLength: 1000 }) });
interface Address {
  Params: Static<typeof Params>;
  Querystring: Static<typeof Query>;
}

const methods = ['GET', 'HEAD'];
const schema = { params: Params, querystring: Query };
const pathOf = (request: FastifyRequest<Address>): string => request.url.split('?', 1)[0] ?? '';

/** Install files, for whoever has a link token of ours: whole or in parts, each link counted once. */
export function registerFiles(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  app.route<Address>({
    method: methods,
    url: `${personalFiles}:file`,
    schema,
    handler: async (request, reply) => {
      const token = request.query.download_token;
      const path = pathOf(request);
      const { id: linkId } = openLink(platform.secrets, token, path);
      // Asked again on every request, so that who was disabled or unpaired meanwhile gets nothing more.
      const {
        homeOrgId: orgId,
        user,
        device,
      } = await app.gatekeeper.byLink(token, { method: request.method, path });
      const start = { orgId, linkId, person: { userId: user.id, deviceId: device.id } };
      return answer(request, reply, start, await store.findFile(db, orgId, request.params.file));
    },
  });

  app.route<Address>({
    method: methods,
    url: `${directFiles}:file`,
    schema,
    handler: async (request, reply) => {
      const link = openDirectLink(platform.secrets, request.query.download_token, pathOf(request));
      const file = await store.findFile(db, link.orgId, request.params.file);
      if (file !== undefined && !allowsDirectInstall(file, file)) throw notDirect();
      return answer(request, reply, { orgId: link.orgId, linkId: link.id, person: null }, file);
    },
  });

  function answer(
    request: FastifyRequest<Address>,
    reply: FastifyReply,
    start: Start,
    file: store.FileRow | undefined,
  ): Promise<FastifyReply> {
    if (file === undefined) throw notFound('file');
    return sendFile(platform, { request, reply, start }, file);
  }
}
