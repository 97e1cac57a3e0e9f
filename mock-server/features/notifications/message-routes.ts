import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/messages.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { route } from '../../platform/http/route.ts';
import { runIdempotent } from '../../platform/http/writes/idempotency.ts';
import type { Platform } from '../../platform/services.ts';
import { selectMessages, setRead } from './message-store.ts';
import { presentMessage, replyToReview } from './messages.ts';

/** What was sent to people, in their catalogs. */
export function registerMessages(app: FastifyInstance, platform: Platform): void {
  const { database } = platform;

  route(app, contract.listMessages, async ({ caller }) => ({
    messages: (await selectMessages(database.db, caller.orgId, caller.user.id)).map(presentMessage),
  }));

  route(app, contract.readMessages, async ({ caller, body, request }) =>
    runIdempotent(database, request, caller, async (tx) => {
      await setRead(tx, caller.orgId, caller.user.id, body.messages, getNow());
      return { read: true };
    }),
  );

  route(app, contract.replyToReview, async ({ caller, params, body }) => {
    await replyToReview(platform, caller, params, body.message);
    return { reply_sent: true };
  });
}
