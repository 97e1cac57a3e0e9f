import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorName } from '../../../contract/common/errors.ts';
import type { Operation } from '../../../contract/common/operation.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import { type RequestContext, requestContext } from '../../platform/request-context.ts';
import type { Platform } from '../../platform/services.ts';
import type { Entry } from './entries.ts';
import { recordEntries } from './record.ts';
import { redacted } from './redact.ts';
import { ownerOfName } from './store.ts';

/** Refusals that are security events. Refusals of callers whose name is not known are only in the service's log. */
const securityEvents: ReadonlySet<ErrorName> = new Set([
  'forbidden',
  'wrong_credentials',
  'account_locked',
  'account_disabled',
  'account_deleted',
  'password_expired',
  'first_password_ended',
  'recent_sign_in_required',
  'malware_found',
]);

/**
 * Refusals that are security events only where the request would have changed something: an expired link to a file, for
 * example, is none.
 */
const eventsOfChanges: ReadonlySet<ErrorName> = new Set(['link_expired', 'too_many_requests']);

/**
 * A flood of refusals from one place is recorded once in `every` milliseconds, for at most `places` places, so that
 * refusing stays cheap.
 */
const flood = { every: 60_000, places: 10_000 };

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * What the audit log will say about the request; null before it has begun. A property of the request, because
     * entries in a `WeakMap` of all requests would stay in memory until the next full collection.
     */
    requestContext: RequestContext | null;
  }
}

/** Follows every request: its changes are recorded as done by it, and so are refusals for reasons of security. */
export function followRequests(routes: FastifyInstance, platform: Platform): void {
  routes.decorateRequest('acting', null);
  const floods = createLruCache<true>(flood.places, flood.every);
  const isFlood = (act: RequestContext): boolean => {
    const place = `${act.action} ${act.actor?.id ?? act.from?.address}`;
    return floods.has(place) || !floods.set(place, true);
  };
  routes.addHook('preHandler', (request, _reply, done) => {
    const act = actOf(request);
    if (act === null) return done();
    request.requestContext = act;
    requestContext.run(act, done);
  });
  routes.addHook('onSend', (request, reply, _payload, done) => {
    if (request.requestContext === null && isNothing(request, reply)) return done();
    const act = request.requestContext ?? actOf(request);
    if (act === null || act.over) return done();
    act.over = true;
    const entry = reply.statusCode < 400 ? unrecorded(act) : refused(platform, request, act, isFlood);
    if (entry === null) return done();
    callbackify(recordEntry)(platform, entry, done);
  });
}

/** Whether a request that reached no handler is neither refused nor recorded for itself. */
function isNothing(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { operation } = request.routeOptions.config;
  return statusCode < 400 && (operation === undefined || !isRecorded(operation));
}

async function recordEntry(platform: Platform, pending: Entry | Promise<Entry | null>): Promise<void> {
  const entry = await pending;
  if (entry === null) return;
  const committed = await platform.database.auditTransaction((tx) => recordEntries(tx, platform, [entry]));
  committed();
}

/** Administrative acts are recorded; what people do on their own, such as reviews and inventories, is not. */
const isRecorded = ({ method, recorded }: Operation): boolean => method !== 'GET' && recorded !== false;

function actOf(request: FastifyRequest): RequestContext | null {
  const { operation } = request.routeOptions.config;
  if (operation === undefined) return null;
  const { caller, headers, params } = request;
  const [named] = Object.entries((params ?? {}) as Record<string, unknown>);
  return {
    action: operation.name,
    recorded: isRecorded(operation),
    orgId: caller?.orgId ?? null,
    actor: caller && { orgId: caller.homeOrgId, id: caller.user.id },
    from: {
      address: request.ip,
      agent: headers['user-agent']?.slice(0, 200) ?? null,
      session: caller?.token.id ?? null,
      device: caller !== null && 'device' in caller ? caller.device.id : null,
    },
    subject: named === undefined ? null : subjectOf(named[0], String(named[1])),
    sent: () => (operation.body === undefined ? null : sentBy(request.body)),
    rows: 0,
    over: false,
  };
}

/** What a path names, if by an id or a number: a login name in the log would outlive the erasure of its person. */
const subjectOf = (kind: string, id: string): RequestContext['subject'] =>
  /^([0-9a-z]{26}|\d{1,15})$/.test(id) ? { kind, id } : null;

/** Characters of a request body that are recorded; of a longer one only the names of its fields are. */
const maxSent = 1_000;

function sentBy(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return null;
  const value = redacted(body);
  return JSON.stringify(value).length <= maxSent ? value : { fields: Object.keys(body) };
}

/** A request that succeeded without a transaction of its own: it changed files, or tables that are not observed. */
function unrecorded(act: RequestContext): Entry | null {
  if (!act.recorded || act.rows > 0 || act.orgId === null) return null;
  const { orgId, action, actor, subject, from } = act;
  const sent = act.sent();
  return {
    orgId,
    action,
    outcome: 'done',
    actor,
    subject,
    details: { from, ...(sent !== null && { sent }) },
  };
}

const isEvent = (name: ErrorName, { recorded }: RequestContext): boolean =>
  securityEvents.has(name) || (recorded && eventsOfChanges.has(name));

/** What to record of a refusal. `isFlood` returns whether a flood was recorded already, and notes that it is now. */
async function refused(
  platform: Platform,
  request: FastifyRequest,
  act: RequestContext,
  isFlood: (act: RequestContext) => boolean,
): Promise<Entry | null> {
  const error = request.refusal;
  if (error === null || !isEvent(error.errorName, act)) return null;
  if (error.errorName === 'too_many_requests' && isFlood(act)) return null;
  const { action, actor, subject, from } = act;
  const details = { from, error: error.errorName };
  if (actor !== null) return { orgId: actor.orgId, action, outcome: 'refused', actor, subject, details };
  const owner = await ownerOf(platform, request.body);
  return {
    orgId: owner?.org_id ?? '',
    action,
    outcome: 'refused',
    actor: null,
    subject: owner ? { kind: 'user', id: owner.user } : null,
    details,
  };
}

/** Whose account somebody tried to use. The typed name itself is not kept, because people also type passwords there. */
async function ownerOf({ database }: Platform, body: unknown) {
  const name = (body as { user_id?: unknown } | null)?.user_id;
  return typeof name === 'string' ? ownerOfName(database.db, name) : undefined;
}
