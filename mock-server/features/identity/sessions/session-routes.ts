import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/sessions.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../../platform/http/responses/timestamps.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/services.ts';
import type { SessionRow } from './session-list-store.ts';
import * as service from './session-objects.ts';

/** A session as its owner sees it. */
const presentSession = (row: SessionRow, caller: Caller): contract.Session => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  device: row.device === null ? null : { id: row.device, name: row.device_name },
  created: formatTimestamp(row.created),
  last_used: formatOptionalTimestamp(row.last_used),
  ends: formatOptionalTimestamp(row.prune),
  address: row.address,
  agent: row.agent,
  current: row.hash === caller.token.hash,
  scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
  last_four: row.last_four,
});

/** Sessions and API tokens as objects, one's own and, for administrators, those of others. */
export function registerSessions(app: FastifyInstance, platform: Platform): void {
  const presentPage = async (caller: Caller, page: ReturnType<typeof service.listSessions>) => {
    const { rows, total } = await page;
    return { sessions: rows.map((row) => presentSession(row, caller)), total_available: total };
  };

  route(app, contract.listSessions, ({ caller, query }) =>
    presentPage(caller, service.listSessions(platform, service.toOwner(caller), query)),
  );

  route(app, contract.renameSession, async ({ caller, params, body }) => ({
    session: presentSession(
      await service.renameSession(platform, service.toOwner(caller), params.session, body.name),
      caller,
    ),
  }));

  route(app, contract.endOwnSession, async ({ caller, params }) => ({
    ended: await service.endSessionById(platform, service.toOwner(caller), params.session),
  }));

  route(app, contract.endOtherSessions, async ({ caller, query }) => ({
    ended: await service.endOthers(platform, caller, query.api_tokens),
  }));

  route(app, contract.listSessionsOfUser, async ({ caller, params, query }) =>
    presentPage(
      caller,
      service.listSessions(platform, await service.findOwner(platform, caller, params.user), query),
    ),
  );

  route(app, contract.endSessionsOfUser, async ({ caller, params }) => ({
    ended: await service.endAll(platform, await service.findOwner(platform, caller, params.user)),
  }));

  route(app, contract.endSessionOfUser, async ({ caller, params }) => ({
    ended: await service.endSessionById(
      platform,
      await service.findOwner(platform, caller, params.user),
      params.session,
    ),
  }));

  route(app, contract.createToken, async ({ caller, body }) => {
    const { row, token } = await service.createToken(platform, caller, body);
    return { session: presentSession(row, caller), token };
  });
}
