import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Id } from '../../../contract/common/fields.ts';
import { notFoundError } from '../../platform/errors.ts';
import { findManageableApplication } from '../applications/facade.ts';
import type { OffersContext } from '../catalog/facade.ts';
import { findAvailableApplication, openCatalog } from '../catalog/facade.ts';
import { openDirectLink, openLink } from '../identity/facade.ts';
import { assertApplicationTerms } from '../terms/facade.ts';
import { isDirectInstallAllowed, noDirectInstallError } from './direct-policy.ts';
import { directFiles, personalFiles } from './file-links.ts';
import { findPublisher } from './publisher.ts';
import { sendFile } from './send-file.ts';
import type { DownloadStart } from './service.ts';
import * as store from './store.ts';

const Params = Type.Object({ file: Id });
const Query = Type.Object({ download_token: Type.String({ minLength: 1, maxLength: 1000 }) });
/** Without a link, a publisher authenticates with a token. */
const PersonalQuery = Type.Partial(
  Type.Object({ ...Query.properties, token: Type.String({ minLength: 1, maxLength: 500 }) }),
);
interface Address<Q> {
  Params: Static<typeof Params>;
  Querystring: Q;
}
type HttpExchange = FastifyRequest<{ Params: Static<typeof Params> }>;

const methods = ['GET', 'HEAD'];
const getPath = (request: HttpExchange): string => request.url.split('?', 1)[0] ?? '';

/**
 * Install files, for anybody with a link token: whole or in parts, each link counted once. At `install_file.path`
 * (document 2, Install file object) a publisher gets the package of their application with their own token.
 */
export function registerFiles(app: FastifyInstance, platform: OffersContext): void {
  const { db } = platform.database;

  app.route<Address<Static<typeof PersonalQuery>>>({
    method: methods,
    url: `${personalFiles}:file`,
    schema: { params: Params, querystring: PersonalQuery },
    handler: async (request, reply) => {
      const token = request.query.download_token;
      if (token === undefined) return answerPublisher(request, reply, request.query.token);
      const path = getPath(request);
      const { id: linkId } = openLink(platform.secrets, token, path);
      // Checked on every request, so that users who were disabled or unpaired meanwhile get nothing more.
      const caller = await app.gatekeeper.authenticateLink(token, { method: request.method, path });
      await app.gatekeeper.assertTerms(caller);
      const { homeOrgId: orgId, user, device } = caller;
      const file = await store.findFile(db, orgId, request.params.file);
      if (file !== undefined) {
        // A person whose groups have lost the application meanwhile gets nothing more of it.
        await findAvailableApplication(
          platform,
          caller,
          await openCatalog(platform, caller),
          file.application,
        );
        await assertApplicationTerms(db, { orgId, application: file.application }, caller);
      }
      const start = {
        orgId,
        linkId,
        person: { userId: user.id, deviceId: device.id, formFactor: device.formFactor },
      };
      return answer(request, reply, start, file);
    },
  });

  app.route<Address<Static<typeof Query>>>({
    method: methods,
    url: `${directFiles}:file`,
    schema: { params: Params, querystring: Query },
    handler: async (request, reply) => {
      const link = openDirectLink(platform.secrets, request.query.download_token, getPath(request));
      const file = await store.findFile(db, link.orgId, request.params.file);
      if (file !== undefined && !isDirectInstallAllowed(file, file)) throw noDirectInstallError();
      if (file !== undefined)
        await assertApplicationTerms(db, { orgId: link.orgId, application: file.application }, null);
      return answer(request, reply, { orgId: link.orgId, linkId: link.id, person: null }, file);
    },
  });

  async function answerPublisher(request: HttpExchange, reply: FastifyReply, queryToken: string | undefined) {
    const caller = await findPublisher(app.gatekeeper, request, queryToken);
    const { file: id } = request.params;
    const orgId = await store.findOrganizationOfFile(db, id);
    if (orgId === undefined) throw notFoundError('file');
    const onBehalfCaller = await app.gatekeeper.actOn(caller, orgId);
    const file = await store.findFile(db, orgId, id, 'any');
    if (file !== undefined) await findManageableApplication(db, onBehalfCaller, file.application);
    return answer(request, reply, null, file);
  }

  function answer(
    request: HttpExchange,
    reply: FastifyReply,
    start: DownloadStart | null,
    file: store.FileRow | undefined,
  ): Promise<FastifyReply> {
    if (file === undefined) throw notFoundError('file');
    return sendFile(platform, { request, reply, start }, file);
  }
}
