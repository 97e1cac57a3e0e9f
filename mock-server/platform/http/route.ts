import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { type CallerContext, contextRoles, type Operation } from '../../../contract/common/operation.ts';
import { getRequiredScope, includesScope } from '../../../contract/common/token-scopes.ts';
import { forbiddenError, mustComplyError, ServiceError } from '../errors.ts';
import { isEmpty } from './bodies/bodies.ts';
import type { Caller, CallerOf, DeviceCaller, Gatekeeper } from './contexts.ts';
import { findFieldRefusal } from './field-scopes.ts';
import { getPathOrganization } from './organization-path.ts';
import { varyBy } from './responses/vary.ts';

type Part<O, K extends string> = O extends Record<K, infer S extends TSchema> ? Static<S> : undefined;

/** What a handler gets; every part is already checked against the operation. */
export interface Call<O extends Operation> {
  params: Part<O, 'params'>;
  query: Part<O, 'query'>;
  /** The JSON body; undefined for a multipart request, whose parts the handler reads itself. */
  body: Part<O, 'body'>;
  headers: Part<O, 'headers'>;
  caller: CallerOf[O['context']];
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns the response of the contract, or the reply itself when it has sent the answer (streams, bytes, answers that
 * were ready).
 */
export type Handler<O extends Operation> = (
  call: Call<O>,
) => Promise<Static<O['response']> | FastifyReply> | FastifyReply;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | DeviceCaller | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Who asks, on a device, and for what. */
export interface DeviceRequest {
  caller: DeviceCaller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** Limits how often requests from one address may fail. */
  failures?: { run<T>(address: string, attempt: () => Promise<T>): Promise<T> };
  /** Refuses callers that only the feature can recognize, before anything of the body is read. */
  admit?: (request: FastifyRequest) => Promise<void>;
  /**
   * Answers a request without a body whose answer is ready, and returns whether it did. It is asked once the caller may
   * pass, before anything is validated: an answer that was ready has been validated when it was made.
   */
  sendUnchanged?: (requested: DeviceRequest) => boolean;
}

/** The request headers that identify the caller, in contexts that have any. */
const varies: Partial<Record<CallerContext, string>> = {
  valid_user: 'X-TOKEN',
  administrator: 'X-TOKEN',
  publisher: 'X-TOKEN',
  user_and_device: 'X-TOKEN, X-UDID',
};

/** Registers one operation: checks token, context and role, then validates, then calls the handler. */
export function route<const O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: Handler<O>,
  options: RouteOptions = {},
): void {
  const vary = varies[operation.context];
  const admit = async (request: FastifyRequest): Promise<void> => {
    const caller = await authenticate(app.gatekeeper, operation, request);
    request.caller = caller;
    if (operation.recentSignIn === 'always' && caller !== null)
      await app.gatekeeper.assertRecentSignIn(caller);
    await options.admit?.(request);
    if (caller !== null && 'device' in caller && !operation.beforeTerms)
      await app.gatekeeper.assertTerms(caller);
  };
  app.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    schema: {
      ...(operation.params && { params: operation.params }),
      ...(operation.query && { querystring: operation.query }),
      ...(operation.headers && { headers: operation.headers }),
      // `withForm` validates the body of an operation with files, when it has read the parts.
      ...(operation.body && !operation.files && { body: operation.body }),
    },
    onRequest: async (request, reply) => {
      // A handler whose answer may be cached says so; all other answers are for this caller and this time only.
      reply.header('cache-control', 'no-store');
      if (vary !== undefined) varyBy(reply, vary);
      await admit(request);
      const { caller } = request;
      const isReady = caller !== null && 'device' in caller && isEmpty(request.raw);
      return isReady && options.sendUnchanged?.({ caller, request, reply }) ? reply : undefined;
    },
    ...(operation.fieldScopes &&
      operation.files === undefined && {
        // A form's fields are checked once its parts are read.
        preHandler: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
          done(findFieldRefusal(request, request.body) ?? undefined);
        },
      }),
    handler: (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        caller: request.caller,
        request,
        reply,
      } as Call<O>;
      const { failures } = options;
      const result = failures ? failures.run(request.ip, async () => handler(call)) : handler(call);
      // A reply that is available at once has been sent; taken for a promise, it would be awaited to its end.
      if (!(result instanceof Promise)) return undefined;
      return operation.status === undefined ? result : withStatus(result, reply, operation.status);
    },
  });
}

async function withStatus<T>(result: Promise<T>, reply: FastifyReply, status: number): Promise<T> {
  const answer = await result;
  reply.code(status);
  return answer;
}

declare module 'fastify' {
  interface FastifyInstance {
    gatekeeper: Gatekeeper;
  }
}

/**
 * Checks again whether the caller may do this, for bodies that may take hours to arrive: a caller who has lost their
 * token or role meanwhile changes nothing. Errors: those of the check before the body.
 */
export async function assertStillAllowed(request: FastifyRequest): Promise<void> {
  const { operation } = request.routeOptions.config;
  if (operation !== undefined) await authenticate(request.server.gatekeeper, operation, request);
}

async function authenticate(
  gatekeeper: Gatekeeper,
  operation: Operation,
  request: FastifyRequest,
): Promise<Caller | DeviceCaller | null> {
  switch (operation.context) {
    case 'none':
    case 'direct_install':
      return null;
    case 'valid_user':
    case 'administrator':
    case 'publisher':
      // Set even where the role is refused, because the audit log records who it was.
      request.caller = await authenticateOnBehalf(gatekeeper, request, getHeaderToken(request));
      return assertAllowed(operation, request.caller);
    case 'user_and_device':
      return authenticateDevice(gatekeeper, request, {
        token: getHeaderToken(request),
        deviceId: toSingle(request.headers['x-udid']),
        where: 'header X-UDID',
      });
    case 'query_token_and_device':
      return authenticateQuery(gatekeeper, request);
  }
}

function toSingle(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value;
}

function getHeaderToken(request: FastifyRequest): string {
  const token = toSingle(request.headers['x-token']);
  if (!token) throw new ServiceError('not_authenticated', 'Sign in: the header X-TOKEN is missing.');
  return token;
}

async function authenticateOnBehalf(
  gatekeeper: Gatekeeper,
  request: FastifyRequest,
  token: string,
): Promise<Caller> {
  const caller = await gatekeeper.authenticateToken(token);
  const orgId = getPathOrganization(request.raw);
  return orgId === null ? caller : gatekeeper.actOn(caller, orgId);
}

function assertAllowed(operation: Operation, caller: Caller): Caller {
  const { scopes } = caller.token;
  if (scopes !== undefined && !includesScope(scopes, getRequiredScope(operation))) {
    throw forbiddenError('The scopes of this API token do not allow this. Use a token with more of them.');
  }
  const admitted = contextRoles[operation.context];
  if (admitted !== undefined && caller.mustComply) throw mustComplyError();
  if (
    admitted === undefined ||
    admitted.includes(caller.user.role) ||
    operation.roles?.includes(caller.user.role)
  ) {
    return caller;
  }
  throw forbiddenError('Your role does not allow this. Ask an administrator of your organization.');
}

async function authenticateDevice(
  gatekeeper: Gatekeeper,
  request: FastifyRequest,
  named: { token: string; deviceId: string | undefined; where: string },
): Promise<DeviceCaller> {
  const { token, deviceId, where } = named;
  if (deviceId && getPathOrganization(request.raw) === null)
    return gatekeeper.authenticateOnDevice(token, deviceId);
  const caller = await authenticateOnBehalf(gatekeeper, request, token);
  if (!deviceId) {
    throw new ServiceError('invalid_request', `The ${where} is missing. Send the device’s udid in it.`);
  }
  return { ...caller, device: await gatekeeper.readDevice(caller, deviceId), revisions: null };
}

async function authenticateQuery(gatekeeper: Gatekeeper, request: FastifyRequest): Promise<DeviceCaller> {
  const query = request.query as Record<string, unknown>;
  const getText = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
  const link = getText('download_token');
  if (link !== undefined) {
    return authenticateLinkToken(gatekeeper, request, link);
  }
  const token = getText('token');
  if (!token) throw new ServiceError('not_authenticated', 'Sign in: the query parameter token is missing.');
  return authenticateDevice(gatekeeper, request, {
    token,
    deviceId: getText('udid'),
    where: 'query parameter udid',
  });
}

/** The caller behind a link. A link belongs to one person, device and organization; the path can't change that. */
async function authenticateLinkToken(
  gatekeeper: Gatekeeper,
  request: FastifyRequest,
  link: string,
): Promise<DeviceCaller> {
  const path = request.url.split('?', 1)[0] ?? '';
  const caller = await gatekeeper.authenticateLink(link, { method: request.method, path });
  const orgId = getPathOrganization(request.raw);
  if (orgId === null) return caller;
  const onBehalfCaller = await gatekeeper.actOn(caller, orgId);
  return {
    ...caller,
    ...onBehalfCaller,
    device: await gatekeeper.readDevice(onBehalfCaller, caller.device.id),
  };
}
