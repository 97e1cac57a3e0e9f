import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import { jsonRefusal, refuseUnreadableAddresses, textOfBody } from './clean-text.ts';
import { compressAnswers } from './compression.ts';
import { closeConnectionsWhenStopping } from './drain.ts';
import { answerErrors, renderError } from './error-renderer.ts';
import { unsupportedMediaType } from './errors.ts';
import { requireHttps } from './https.ts';
import { logger } from './logging.ts';
import { withoutOrganization } from './organization-path.ts';
import { securityHeaders } from './security-headers.ts';
import { markAnswers } from './service-mark.ts';

/** The part of the configuration that the HTTP engine needs. */
export type HttpConfig = Pick<Config, 'tls' | 'trustProxy' | 'logLevel' | 'limits' | 'publicUrl'>;

/** A server with everything that applies to all operations, but without any operation yet. */
export function createServer(config: HttpConfig): FastifyInstance {
  const app = Fastify({
    ...(config.tls && { serverFactory: tlsServer(config.tls) }),
    trustProxy: config.trustProxy,
    bodyLimit: config.limits.jsonBody,
    logger: logger(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 300 },
    rewriteUrl: withoutOrganization,
    // The router itself refuses addresses that it can't parse.
    frameworkErrors: renderError,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  app.decorateRequest('caller', null);
  markAnswers(app);
  validateStrictly(app);
  acceptEmptyBodies(app);
  refuseUnreadableAddresses(app);
  requireHttps(app, config);
  securityHeaders(app);
  answerErrors(app);
  compressAnswers(app);
  closeConnectionsWhenStopping(app);
  void app.register(multipart, {
    limits: {
      fileSize: config.limits.packageUpload,
      files: 4,
      fields: 20,
      fieldSize: config.limits.jsonBody,
      parts: 24,
    },
  });
  return app;
}

/** Options for HTTPS by the service itself, with TLS 1.2 or newer (Node's default). */
function tlsServer(files: { certFile: string; keyFile: string }): FastifyServerFactory {
  const options = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  return (handler) => createHttpsServer(options, handler);
}

/**
 * Values in bodies are not converted: a number in quotes is an error. Paths and queries are text, so their values are
 * converted to the type that the contract asks for.
 */
function validateStrictly(app: FastifyInstance): void {
  const options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false } as const;
  const exact = withFormats(new Ajv({ ...options, coerceTypes: false }));
  const reading = withFormats(new Ajv({ ...options, coerceTypes: true }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    whenUsed(() => (httpPart === 'body' ? exact : reading).compile(schema as object)),
  );
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

/** Compiles a schema at its first use: compiling all of them takes longer than the rest of a start. */
function whenUsed(compile: () => ValidateFunction): (data: unknown) => true | { error: ErrorObject[] } {
  let validate: ValidateFunction | undefined;
  return (data) => {
    validate ??= compile();
    return validate(data) || { error: validate.errors ?? [] };
  };
}

function withFormats(ajv: Ajv): Ajv {
  addFormatsModule.default(ajv);
  return ajv;
}

/**
 * A request that carries nothing, as many clients send on DELETE and PUT, has no body, whatever its content type says.
 * What carries something of another type than JSON is refused, unless a plug-in or operation takes that type.
 */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = textOfBody(body as Buffer);
    return void parse(request, text, (error, value) => done(error ?? jsonRefusal(value), value));
  });
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => {
    // The connection stays open, so that the refusal arrives.
    for await (const _ of body.iterator({ destroyOnReturn: false })) throw unsupportedMediaType();
  });
}
