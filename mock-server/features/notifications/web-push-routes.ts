import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/web-push.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { encryptMessage, type SubscriptionKeys } from '../../platform/push/web-push.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { deleteSubscription, findSubscription, setSubscription } from './web-push-store.ts';

/** Error: `invalid_input` for keys with which nothing can be encrypted. */
function assertKeys(keys: SubscriptionKeys): void {
  try {
    encryptMessage('', keys);
  } catch (cause) {
    const message =
      'These are not the keys of a browser’s push subscription: p256dh is a point of P-256, auth 16 bytes.';
    throw new ServiceError('invalid_input', message, { details: { field: 'p256dh' }, cause });
  }
}

/** What browsers tell people while the catalog is closed. */
export function registerWebPush(app: FastifyInstance, platform: NotificationsContext): void {
  const { database } = platform;

  route(app, contract.readWebPush, async ({ caller }) => {
    const row = await findSubscription(database.db, caller.orgId, caller.user.id, caller.device.id);
    return {
      public_key: platform.vapid.publicKey,
      kinds: row
        ? { messages: row.messages === 1, updates: row.updates === 1, replies: row.replies === 1 }
        : null,
    };
  });

  route(app, contract.setWebPush, async ({ caller, body: { endpoint, p256dh, auth, language, kinds } }) => {
    assertKeys({ p256dh, auth });
    await database.unaudited((tx) =>
      setSubscription(tx, {
        org_id: caller.orgId,
        user: caller.user.id,
        device: caller.device.id,
        endpoint,
        p256dh,
        auth,
        language,
        messages: kinds.messages ? 1 : 0,
        updates: kinds.updates ? 1 : 0,
        replies: kinds.replies ? 1 : 0,
        changed: getNow(),
      }),
    );
    return { kinds };
  });

  route(app, contract.endWebPush, async ({ caller }) => {
    await database.unaudited((tx) => deleteSubscription(tx, caller.orgId, caller.user.id, caller.device.id));
    return { ended: true };
  });
}
