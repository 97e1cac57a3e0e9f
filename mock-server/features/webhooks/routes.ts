import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/webhooks.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import { assertScopes } from '../../platform/http/field-scopes.ts';
import { route } from '../../platform/http/route.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { Platform } from '../../platform/services.ts';
import { deliverJob } from './deliver-job.ts';
import { presentDelivery, presentWebhook } from './presenter.ts';
import { createSecret, getPurpose } from './secret.ts';
import * as store from './store.ts';

/** Addresses that are told of events. */
export function registerWebhooks(app: FastifyInstance, platform: Platform): void {
  const { database, jobs, secrets } = platform;
  const { db } = database;

  route(app, contract.listWebhooks, async ({ caller }) => ({
    webhooks: (await store.listWebhooks(db, caller.orgId)).map(presentWebhook),
  }));

  route(app, contract.addWebhook, async ({ caller, body }) => {
    await assertReachable(platform, body.url);
    const [id, secret] = [createId(), createSecret()];
    const row = {
      org_id: caller.orgId,
      id,
      url: body.url,
      description: body.description ?? '',
      events: JSON.stringify([...new Set(body.events)]),
      enabled: 1,
      sealed_secret: secrets.encrypt(getPurpose(caller.orgId, id), secret),
      created: getNow(),
    } as const;
    await database.transaction((tx) => store.insertWebhook(tx, row));
    return { webhook: presentWebhook(row), secret };
  });

  route(app, contract.updateWebhook, async ({ caller, params, body }) => {
    const known = await orNotFound(store.findWebhookById(db, caller.orgId, params.webhook));
    assertScopes(caller, listScopes(known));
    await assertMayStop(known, caller);
    if (body.url !== undefined) await assertReachable(platform, body.url);
    const change = {
      url: body.url ?? known.url,
      description: body.description ?? known.description,
      events: body.events ? JSON.stringify([...new Set(body.events)]) : known.events,
      enabled: body.enabled === undefined ? known.enabled : body.enabled ? 1 : 0,
    } as const;
    const row = await orNotFound(
      database.transaction((tx) => store.updateWebhook(tx, caller.orgId, params.webhook, change)),
    );
    return { webhook: presentWebhook(row) };
  });

  route(app, contract.deleteWebhook, async ({ caller, params }) => {
    const known = await orNotFound(store.findWebhookById(db, caller.orgId, params.webhook));
    await assertMayStop(known, caller);
    await orNotFound(database.transaction((tx) => store.deleteWebhook(tx, caller.orgId, params.webhook)));
    return { deleted: true };
  });

  route(app, contract.listDeliveries, async ({ caller, params, query }) => {
    const webhook = await orNotFound(store.findWebhookById(db, caller.orgId, params.webhook));
    // Deliveries show what was told.
    assertScopes(caller, listScopes(webhook));
    const page = parsePage(query.page, 10_000);
    const { rows, total } = await store.listDeliveries(db, caller.orgId, webhook.id, page);
    return { deliveries: rows.map(presentDelivery), total_available: total };
  });

  route(app, contract.resendDelivery, async ({ caller, params }) => {
    assertScopes(
      caller,
      listScopes(await orNotFound(store.findWebhookById(db, caller.orgId, params.webhook))),
    );
    const row = await database.transaction(async (tx) => {
      const known = await orNotFound(store.findDeliveryById(tx, caller.orgId, params.delivery));
      if (known.webhook !== params.webhook) throw notFoundError('delivery of this webhook');
      if (known.state === 'waiting') return known;
      await jobs.enqueue(tx, caller.orgId, deliverJob, { delivery: known.id });
      const again = { state: 'waiting', created: getNow(), problem: null } as const;
      return orNotFound(store.updateDelivery(tx, caller.orgId, known.id, again));
    });
    jobs.wake();
    return { delivery: presentDelivery(row) };
  });

  /** An audit log that is told elsewhere is not stopped, or told to somebody else, by who holds a session only. */
  async function assertMayStop(row: Events, caller: Caller): Promise<void> {
    if (parseEvents(row).includes('audit.recorded')) await app.gatekeeper.assertRecentSignIn(caller);
  }
}

type Events = Pick<store.WebhookRow, 'events'>;
const parseEvents = ({ events }: Events) => JSON.parse(events) as contract.WebhookEvent[];
const listScopes = (row: Events) => parseEvents(row).map((event) => contract.webhookEventScopes[event]);

async function orNotFound<T>(row: Promise<T | undefined>): Promise<T> {
  const value = await row;
  if (value === undefined) throw notFoundError('webhook');
  return value;
}

/** Error: `webhook_refused` for an address to which the service may not send. */
async function assertReachable({ outgoing }: Platform, url: string): Promise<void> {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  if (username !== '' || password !== '') {
    const message =
      'Leave the user name and password out of the address: deliveries are signed with the webhook’s secret instead.';
    throw new ServiceError('webhook_refused', message, { details: { field: 'url' } });
  }
  try {
    await outgoing.check(url);
  } catch (cause) {
    if (!(cause instanceof OutgoingError)) throw cause;
    const message =
      "Nothing is sent to this address: its server can't be found, is inside the network, or listens at an unusual port.";
    throw new ServiceError('webhook_refused', message, { details: { field: 'url' }, cause });
  }
}
