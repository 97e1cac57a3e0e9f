import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import * as contract from '../../../contract/mails.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { readSettings } from '../organizations/facade.ts';
import { renderSubscriptionPage } from './page.ts';
import * as store from './store.ts';
import { openSubscription, type Subscription } from './subscription.ts';

type Query = Static<typeof contract.unsubscribe.query>;

/** Unsubscribing by the link in a mail, without signing in; RFC 8058. */
export function registerMails(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database;

  const sendPage = async (reply: FastifyReply, token: string, subscription: Subscription) => {
    const { mail_language: language } = await readSettings(db, subscription.orgId);
    const subscribed = !(await store.isUnsubscribed(db, subscription));
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(renderSubscriptionPage(token, subscription, { language, subscribed }));
  };

  app.get<{ Querystring: Query }>(
    contract.unsubscribe.path,
    { schema: { querystring: contract.unsubscribe.query } },
    async ({ query: { token } }, reply) => sendPage(reply, token, openSubscription(platform.secrets, token)),
  );

  // A form that a mail program or browser sends says nothing that the address does not say: it is not read.
  route(app, contract.unsubscribe, async ({ query, request, reply }) => {
    const subscription = openSubscription(platform.secrets, query.token);
    await platform.database.unaudited(async (tx) => {
      if (query.again) await store.subscribe(tx, subscription);
      else await store.unsubscribe(tx, subscription, getNow());
    });
    return isBrowser(request)
      ? sendPage(reply, query.token, subscription)
      : { subscribed: query.again === true };
  });
}

const isBrowser = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;
