import { randomUUID } from 'node:crypto';
import type { ErrorObject, ValidateFunction } from 'ajv';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serviceMark } from '../../../contract/common/service-mark.ts';
import type { Config } from '../../config.ts';
import { recordAddresses } from './addresses.ts';
import { readBodies } from './bodies/bodies.ts';
import { refuseUnreadableAddresses } from './bodies/clean-text.ts';
import { ClientConnections } from './client-connections.ts';
import { refuseUnclearHosts, refuseUnreadable } from './client-errors.ts';
import { answerErrors, renderError } from './error-renderer.ts';
import { readForwardedFor } from './forwarded-for.ts';
import { requireHttps } from './https.ts';
import { createLimitedServer } from './limits/connections.ts';
import { closeConnectionsOnStop, decorateLeaving } from './limits/drain.ts';
import { installLingering } from './limits/lingering.ts';
import { answerUnderPressure } from './limits/pressure.ts';
import { createLogger } from './logging.ts';
import { stripOrganization } from './organization-path.ts';
import { compressAnswers } from './responses/compression.ts';
import { ofAnswers, setSecurityHeaders } from './security-headers.ts';
import { markAnswers } from './service-mark.ts';
import { exact } from './validation/schemas.ts';
import { createTextReader } from './validation/texts.ts';

/** The part of the configuration that the HTTP engine needs. */
export type HttpConfig = Pick<Config, 'tls' | 'trustProxy' | 'logLevel' | 'limits' | 'publicUrl'>;

/**
 * A server with everything that applies to all operations, but without any operation yet. `downloadsFrom`: the origin to
 * which downloads are redirected.
 */
export function createServer(config: HttpConfig, downloadsFrom: string | null = null): FastifyInstance {
  const { limits } = config;
  const readForwarded = readForwardedFor((header) =>
    app.log.warn(
      { header },
      'X-Forwarded-For has what is no address: such clients count as one source; correct the proxy',
    ),
  );
  const clients = config.trustProxy === null ? new ClientConnections(limits.connections.perClient) : null;
  const app = Fastify({
    serverFactory: createLimitedServer(config, clients),
    trustProxy: toTrustProxy(config.trustProxy),
    logger: createLogger(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 300 },
    rewriteUrl: (request) => {
      // Before anything asks for the address of the client, and before the log of the first line.
      if (config.trustProxy !== null) readForwarded(request);
      return stripOrganization(request);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(app, error, socket),
    // The router itself refuses addresses that it can't parse, before any hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...ofAnswers, [serviceMark.header]: serviceMark.value, 'cache-control': 'no-store' });
      renderError(error, request, reply);
    },
    // `answerUnderPressure` does that.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.decorate('clientConnections', clients);
  app.decorateRequest('caller', null);
  // The headers of every answer first, then the checks that refuse.
  markAnswers(app);
  setSecurityHeaders(app, downloadsFrom);
  recordAddresses(app);
  answerErrors(app);
  validateStrictly(app);
  refuseUnclearHosts(app);
  requireHttps(app, config);
  answerUnderPressure(app, limits.pressure);
  refuseUnreadableAddresses(app);
  installLingering(app, limits.connections);
  readBodies(app, limits.connections);
  compressAnswers(app);
  decorateLeaving(app);
  closeConnectionsOnStop(app);
  return app;
}

/**
 * Fastify does not accept a number of trusted proxies, because it can't know whether clients can reach the port without
 * them: the operator guarantees that.
 */
const toTrustProxy = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false);

function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = compileLazily(() => exact.compile(schema as object));
    if (httpPart === 'body') return validate;
    const readTexts = createTextReader(schema as object);
    return (values) => {
      readTexts(values);
      return validate(values);
    };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/** Compiles a schema at its first use: compiling all of them takes longer than the rest of a start. */
function compileLazily(compile: () => ValidateFunction): (data: unknown) => true | { error: ErrorObject[] } {
  let validate: ValidateFunction | undefined;
  return (data) => {
    validate ??= compile();
    return validate(data) || { error: validate.errors ?? [] };
  };
}
