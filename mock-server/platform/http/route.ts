import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { type Context, contextRoles, type Operation } from '../../../contract/common/operation.ts';
import { getRequiredScope, includesScope } from '../../../contract/common/token-scopes.ts';
import { forbidden, mustComply, ServiceError } from '../errors.ts';
import { varyBy } from './answers/vary.ts';
import { isEmpty } from './bodies/bodies.ts';
import type { Caller, CallerOf, DeviceCaller, Gatekeeper } from './contexts.ts';
import { fieldsRefused } from './field-scopes.ts';
import { pathOrganization } from './organization-path.ts';

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
export interface Asked {
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
  ready?: (asked: Asked) => boolean;
}

/** The request headers that identify the caller, in contexts that have any. */
const varies: Partial<Record<Context, string>> = {
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
    const caller = await callerFor(app.gatekeeper, operation, request);
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
      return isReady && options.ready?.({ caller, request, reply }) ? reply : undefined;
    },
    ...(operation.fieldScopes &&
      operation.files === undefined && {
        // A form's fields are checked once its parts are read.
        preHandler: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
          done(fieldsRefused(request, request.body) ?? undefined);
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
  if (operation !== undefined) await callerFor(request.server.gatekeeper, operation, request);
}

async function callerFor(
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
      request.caller = await acting(gatekeeper, request, headerToken(request));
      return allowed(operation, request.caller);
    case 'user_and_device':
      return onDevice(gatekeeper, request, {
        token: headerToken(request),
        deviceId: single(request.headers['x-udid']),
        where: 'header X-UDID',
      });
    case 'query_token_and_device':
      return byQuery(gatekeeper, request);
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value;
}

function headerToken(request: FastifyRequest): string {
  const token = single(request.headers['x-token']);
  if (!token) throw new ServiceError('not_authenticated', 'Sign in: the header X-TOKEN is missing.');
  return token;
}

async function acting(gatekeeper: Gatekeeper, request: FastifyRequest, token: string): Promise<Caller> {
  const caller = await gatekeeper.byToken(token);
  const orgId = pathOrganization(request.raw);
  return orgId === null ? caller : gatekeeper.actingOn(caller, orgId);
}

function allowed(operation: Operation, caller: Caller): Caller {
  const { scopes } = caller.token;
  if (scopes !== undefined && !includesScope(scopes, getRequiredScope(operation))) {
    throw forbidden('The scopes of this API token do not allow this. Use a token with more of them.');
  }
  const admitted = contextRoles[operation.context];
  if (admitted !== undefined && caller.mustComply) throw mustComply();
  if (
    admitted === undefined ||
    admitted.includes(caller.user.role) ||
    operation.roles?.includes(caller.user.role)
  ) {
    return caller;
  }
  throw forbidden('Your role does not allow this. Ask an administrator of your organization.');
}

async function onDevice(
  gatekeeper: Gatekeeper,
  request: FastifyRequest,
  named: { token: string; deviceId: string | undefined; where: string },
): Promise<DeviceCaller> {
  const { token, deviceId, where } = named;
  if (deviceId && pathOrganization(request.raw) === null) return gatekeeper.onDevice(token, deviceId);
  const caller = await acting(gatekeeper, request, token);
  if (!deviceId) {
    throw new ServiceError('invalid_request', `The ${where} is missing. Send the device’s udid in it.`);
  }
  return { ...caller, device: await gatekeeper.device(caller, deviceId), revisions: null };
}

async function byQuery(gatekeeper: Gatekeeper, request: FastifyRequest): Promise<DeviceCaller> {
  const query = request.query as Record<string, unknown>;
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
  const link = text('download_token');
  if (link !== undefined) {
    return byLink(gatekeeper, request, link);
  }
  const token = text('token');
  if (!token) throw new ServiceError('not_authenticated', 'Sign in: the query parameter token is missing.');
  return onDevice(gatekeeper, request, {
    token,
    deviceId: text('udid'),
    where: 'query parameter udid',
  });
}

/** The caller behind a link. A link belongs to one person, device and organization; the path can't change that. */
async function byLink(gatekeeper: Gatekeeper, request: FastifyRequest, link: string): Promise<DeviceCaller> {
  const path = request.url.split('?', 1)[0] ?? '';
  const caller = await gatekeeper.byLink(link, { method: request.method, path });
  const orgId = pathOrganization(request.raw);
  if (orgId === null) return caller;
  const acting = await gatekeeper.actingOn(caller, orgId);
  return { ...caller, ...acting, device: await gatekeeper.device(acting, caller.device.id) };
}
