import { join } from 'node:path';
import type { Config } from './config.ts';
import { migrateAll } from './database-watch.ts';
import { domainEvents } from './domain-events.ts';
import { observeTransactions } from './features/audit/transactions.ts';
import { CatalogAnswerCache } from './features/catalog/answer-cache.ts';
import { GroupOffersCache } from './features/catalog/offers/group-offers.ts';
import { ChangedRanges } from './features/catalog/sync/changes.ts';
import { DeviceActivity } from './features/devices/activity.ts';
import type { IdentityContext } from './features/identity/identity-context.ts';
import { TokenUseRecorder } from './features/identity/sessions/session-use.ts';
import { SignInFailures } from './features/identity/sign-in/sign-in-failures.ts';
import type { InventoryContext } from './features/inventory/inventory-context.ts';
import { ItemCache } from './features/inventory/item-cache.ts';
import type { NotificationsContext } from './features/notifications/notifications-context.ts';
import { organizationExists } from './features/organizations/facade.ts';
import { ApplicationReports, type PoliciesContext } from './features/policies/reports.ts';
import { BreachedPasswords } from './features/users/passwords/breached.ts';
import { CommonPasswords } from './features/users/passwords/common.ts';
import { createViolationLimits, type ViolationsContext } from './features/violations/routes.ts';
import type { WebhooksContext } from './features/webhooks/jobs.ts';
import { openBlobs } from './platform/blobs/open-blobs.ts';
import { connect, type Database } from './platform/database/connect.ts';
import { SharedClock } from './platform/database/postgres/shared-clock.ts';
import { DomainEvents } from './platform/events.ts';
import { JobQueue } from './platform/jobs/queue.ts';
import { assertKnownKeys } from './platform/known-keys.ts';
import { createOutboxSender } from './platform/mail/outbox.ts';
import { createSmtpSender } from './platform/mail/smtp.ts';
import { openOutgoing } from './platform/outgoing/client.ts';
import { SilentServers } from './platform/outgoing/silence.ts';
import { PasswordHasher } from './platform/password-hasher.ts';
import { openApnsTokens } from './platform/push/apns.ts';
import { openFcmTokens } from './platform/push/fcm.ts';
import { loadVapidKey } from './platform/push/web-push.ts';
import { openSecrets } from './platform/secrets.ts';
import type { Engines, Platform } from './platform/services.ts';
import { WorkerPool } from './platform/workers/pool.ts';

/**
 * Every long-lived object of the service. A feature's functions take the part that they need: `Platform`, or the
 * context that the feature declares.
 */
export interface ServiceContext
  extends IdentityContext,
    InventoryContext,
    NotificationsContext,
    PoliciesContext,
    ViolationsContext,
    WebhooksContext {}

/** What to take in place of what would be made; the caller that made it also ends it. */
export type Replaced = Partial<ServiceContext>;

export interface OpenOptions {
  /** Takes a secret key that is a stranger to the database: only for the command that says that the old one is lost. */
  acceptsStrangeKey?: boolean;
}

/** Closes the database of a start that fails. */
const closing = (database: Database) => async (error: unknown) => {
  await database.close();
  throw error;
};

/** Makes every long-lived object, and brings the database to the newest migration. */
export async function openContext(
  config: Config,
  replaced: Replaced = {},
  { acceptsStrangeKey = false }: OpenOptions = {},
): Promise<ServiceContext> {
  const database = replaced.database ?? (await connect(config.database));
  const secrets = await migrateAll(database, config.database)
    .then(async () => openSecrets(config, await organizationExists(database.db)))
    .catch(closing(database));
  await assertKnownKeys(database, secrets, acceptsStrangeKey).catch(closing(database));
  const clock = new SharedClock(database);
  await clock.follow();
  const engines: Engines = {
    config,
    database,
    secrets,
    outgoing: openOutgoing(config),
    clock,
    passwords: new PasswordHasher({
      cost: { memoryCost: config.limits.passwordMemory, timeCost: config.limits.passwordPasses },
    }),
    jobs: new JobQueue(clock),
    mail:
      config.smtp === null
        ? createOutboxSender(join(config.dataDir, 'outbox'))
        : createSmtpSender(config.smtp),
    blobs: await openBlobs(config),
    workers: replaced.workers ?? new WorkerPool({ directory: join(config.dataDir, 'workers') }),
    ...replaced,
  };
  const platform: Platform = { ...engines, events: new DomainEvents(domainEvents(engines)), ...replaced };
  observeTransactions(platform);
  const { jobBackOff: first, pushTimeout, webhookTimeout } = config.limits;
  const groupOffers = replaced.groupOffers ?? new GroupOffersCache();
  return {
    ...platform,
    breachedPasswords: new BreachedPasswords(engines),
    commonPasswords: new CommonPasswords(),
    deviceActivity: new DeviceActivity(engines.database),
    sessionUse: new TokenUseRecorder(engines.database),
    signInFailures: new SignInFailures(engines),
    groupOffers,
    catalogAnswers: new CatalogAnswerCache({ ...platform, groupOffers }),
    changedRanges: new ChangedRanges(),
    itemCache: new ItemCache(),
    apnsTokens: openApnsTokens(),
    fcmTokens: openFcmTokens(),
    // Twice the time limit: once for the connection, once for the question whether the push service is there.
    silentPushServices: new SilentServers({ first, trial: 2 * pushTimeout }),
    silentWebhooks: new SilentServers({ first, trial: webhookTimeout }),
    applicationReports: new ApplicationReports(platform),
    violationLimits: createViolationLimits(config),
    vapid: loadVapidKey(engines.secrets.derived('vapid')),
    ...replaced,
  };
}
