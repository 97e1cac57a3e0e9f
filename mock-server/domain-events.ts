import type { WebhookEvent } from '../contract/webhooks.ts';
import * as applications from './features/applications/events.ts';
import { seedCategories } from './features/categories/facade.ts';
import { restartNotice } from './features/compliance/notice.ts';
import { credentialsDeleted } from './features/credentials/events.ts';
import { pairingRemoved } from './features/devices/events.ts';
import { countFirstLogin } from './features/downloads/counting.ts';
import { joinGroups } from './features/groups/facade.ts';
import * as account from './features/identity/account-changes.ts';
import { deviceAdded } from './features/identity/events.ts';
import { announceDeadline, announceVersion } from './features/notifications/facade.ts';
import { organizationCreated } from './features/organizations/events.ts';
import { reviewChanged } from './features/reviews/events.ts';
import { cancelSigningWith } from './features/signing/cancel.ts';
import * as users from './features/users/events.ts';
import { emitEvent } from './features/webhooks/facade.ts';
import * as hooks from './features/webhooks/payloads.ts';
import { onCommit } from './platform/database/changes/transaction-state.ts';
import type { Tx } from './platform/database/handles.ts';
import { type EventHandler, on, type Subscription } from './platform/events.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import type { Engines } from './platform/services.ts';

/**
 * What happens because of something in a feature below, in the same transaction: the event, then who acts on it, in
 * this order.
 */
export function domainEvents({ jobs }: Pick<Engines, 'jobs'>): readonly Subscription[] {
  /** A handler that adds jobs. */
  const withJobs =
    <Data>(handle: (tx: Tx, data: Data, queue: JobQueue) => Promise<void>): EventHandler<Data, Tx> =>
    (tx, data) =>
      handle(tx, data, jobs);

  /** A handler that tells the organization's webhooks. */
  const webhook =
    <Data>(
      event: WebhookEvent,
      payload: (data: Data) => Readonly<Record<string, unknown>>,
    ): EventHandler<Data & { orgId: string }, Tx> =>
    async (tx, data) => {
      const isWanted = await emitEvent(tx, jobs, data.orgId, event, payload(data));
      if (isWanted) onCommit(tx, () => jobs.wake());
    };

  return [
    on(organizationCreated, seedCategories),

    on(users.userAdded, joinGroups, webhook('user.added', hooks.ofUser)),
    on(users.userDisabled, account.endDisabled),
    on(users.userEnabled, account.unlock, restartNotice),
    on(users.usersDeleted, account.endDeleted),
    on(users.passwordSetByUpdate, withJobs(account.endAfterUpdate)),
    on(users.emailChanged, withJobs(account.revokeLinksToOldAddress)),

    on(deviceAdded, countFirstLogin, webhook('device.added', hooks.ofDevice)),
    on(pairingRemoved, account.endUnpaired),

    on(applications.applicationAdded, webhook('application.added', hooks.ofApplication)),
    on(applications.versionAdded, withJobs(announceVersion), webhook('version.added', hooks.ofVersion)),
    on(applications.versionReleased, withJobs(announceVersion)),
    on(applications.deadlineMoved, withJobs(announceDeadline)),

    on(credentialsDeleted, cancelSigningWith),

    on(reviewChanged, webhook('review.changed', hooks.ofReview)),
  ];
}
