import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../../../contract/sync.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { getBaseUrl } from '../../../platform/http/https.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import { readCurrentRevisions } from '../open-catalog.ts';
import { readCursor } from '../sync/cursor.ts';
import { isFromThisHistory } from '../sync/history.ts';
import { EventHub } from './hub.ts';
import { readCatalogRevisions } from './store.ts';
import { EventStream, formatEventId } from './stream.ts';

/** Streams that say when a catalog has changed. */
export function registerEvents(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;
  const hub = new EventHub({
    limits: platform.config.limits.events,
    readTimeout: platform.config.limits.connections.silence,
    catalogRevisions: (orgIds) => readCatalogRevisions(db, orgIds),
    filterActive: (callers) => app.gatekeeper.filterActive(callers),
    onError: (error) => app.log.error({ err: error }, 'changes could not be reported to event streams'),
  });
  platform.database.onCatalogChange(({ orgId, userIds }) => hub.notifyChanged(orgId, userIds));
  app.addHook('preClose', () => hub.close());

  route(app, contract.catalogEvents, async (call) => {
    const { caller, request, reply, query } = call;
    if (hub.isFull(caller.homeOrgId))
      throw new ServiceError(
        'unavailable',
        'There are too many open streams. Sync every few minutes instead.',
        {
          headers: { 'retry-after': '300' },
        },
      );
    const revisions = caller.revisions ?? (await readCurrentRevisions(platform, caller));
    const { catalog, user, device } = revisions;
    const known = await getKnownEvent(platform, call);
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store');
    // Without this header, nginx would buffer events instead of forwarding them at once.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return reply.send();
    // No further request comes on the connection of a stream, so it need not count as one of its address.
    reply.header('connection', 'close');
    const raw = startStream(reply);
    const stream = new EventStream(raw, {
      caller,
      revisions: { catalog, user, device },
      known,
      ends: Date.now() + query.seconds * 1_000,
    });
    raw.once('close', () => hub.remove(stream));
    // If the client left meanwhile, `close` has already fired and will not come again.
    if (query.seconds === 0 || raw.destroyed) stream.end();
    else {
      hub.add(stream);
      app.clientConnections?.release(request.raw.socket);
    }
    return reply;
  });
}

/** Begins the answer without Fastify, which would keep much more memory for each open stream. */
function startStream(reply: FastifyReply) {
  const { raw } = reply.hijack();
  // The end of the connection ends the answer. Chunked encoding would need three more writes for each event.
  raw.useChunkedEncodingByDefault = false;
  raw.writeHead(
    200,
    Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, value ?? ''])),
  );
  return raw;
}

/**
 * The last event that the client knows, from Last-Event-ID or from its cursor; empty for none, and for a cursor of
 * another history.
 */
async function getKnownEvent(
  platform: Platform,
  { caller, request, query }: Call<typeof contract.catalogEvents>,
): Promise<string> {
  const base = getBaseUrl(request, platform.config);
  const cursor = readCursor(platform.secrets, caller, base, query.cursor);
  if (cursor !== null && !(await isFromThisHistory(platform, caller, cursor))) return '';
  const last = request.headers['last-event-id'];
  if (typeof last === 'string') return last;
  return cursor === null || cursor.after !== null ? '' : formatEventId(cursor.revisions);
}
