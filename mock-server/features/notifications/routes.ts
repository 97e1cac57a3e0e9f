import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/notifications.ts';
import { parsePage } from '../../platform/database/list-controls.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/services.ts';
import { presentNotification } from './presenter.ts';
import { changeProviders, describeProviders } from './providers.ts';
import * as service from './service.ts';
import { listNotifications } from './store.ts';

/** What is sent to devices; document 2, Push notifications. */
export function registerNotifications(app: FastifyInstance, platform: Platform): void {
  route(app, contract.sendApplicationMessage, async ({ caller, params, body }) => ({
    app_message_notification_sent: await service.sendToApplication(
      platform,
      caller,
      params.application,
      body.message,
    ),
  }));

  route(app, contract.sendUpdateNotice, async ({ caller, params }) => ({
    update_notification_sent: await service.sendUpdateNotice(platform, caller, params.application),
  }));

  route(app, contract.sendGroupMessage, async ({ caller, params, body }) => ({
    group_message_notification_sent: await service.sendToGroup(platform, caller, params.group, body.message),
  }));

  route(app, contract.listNotifications, async ({ caller, query }) => {
    const page = parsePage(query.page, 10_000);
    const { rows, total } = await listNotifications(platform.database.db, caller.orgId, page);
    return { notifications: rows.map(presentNotification), total_available: total };
  });

  route(app, contract.readPushProviders, async ({ caller }) => ({
    providers: await describeProviders(platform, caller.orgId),
  }));

  route(app, contract.setPushProviders, async ({ caller, body }) => {
    await changeProviders(platform, caller.orgId, body);
    return { providers: await describeProviders(platform, caller.orgId) };
  });
}
