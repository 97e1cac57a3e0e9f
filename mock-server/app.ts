import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { operations } from '../contract/operations.ts';
import { namedSchemas } from '../contract/schemas.ts';
import type { Config } from './config.ts';
import { openContext, type Replaced, type ServiceContext } from './context.ts';
import { openWatch, watchReplica } from './database-watch.ts';
import { createActivityJobs } from './features/activity/jobs.ts';
import { createApplicationJobs } from './features/applications/jobs.ts';
import { registerAssignmentLists } from './features/applications/lists/assignments.ts';
import { registerMedia } from './features/applications/pictures/media.ts';
import { registerApplications } from './features/applications/routes.ts';
import { registerUploads } from './features/applications/uploads/routes.ts';
import { createAuditJobs } from './features/audit/jobs.ts';
import { followRequests } from './features/audit/requests.ts';
import { registerAudit } from './features/audit/routes.ts';
import { followed } from './features/audit/transactions.ts';
import { registerEvents } from './features/catalog/events/routes.ts';
import { registerPrivacyFindings } from './features/catalog/privacy-findings.ts';
import { registerCatalog } from './features/catalog/routes.ts';
import { createCatalogJobs } from './features/catalog/sync/jobs.ts';
import { registerSync } from './features/catalog/sync/routes.ts';
import { registerCategories } from './features/categories/routes.ts';
import { createComplianceJobs } from './features/compliance/jobs.ts';
import { createCredentialsJobs } from './features/credentials/expiry-notices.ts';
import { registerCredentials } from './features/credentials/routes.ts';
import { createDeviceJobs } from './features/devices/notices.ts';
import { registerDevices } from './features/devices/routes.ts';
import { registerDownloads } from './features/downloads/routes.ts';
import { registerFeeds } from './features/feeds/routes.ts';
import { registerGroups } from './features/groups/routes.ts';
import { createGatekeeper } from './features/identity/gatekeeper.ts';
import { createIdentityJobs } from './features/identity/jobs.ts';
import { registerIdentity } from './features/identity/routes.ts';
import { registerSecurity } from './features/identity/security/routes.ts';
import { registerSessions } from './features/identity/sessions/session-routes.ts';
import { registerCatalogSignIn } from './features/identity/sign-in/catalog-sign-in.ts';
import { createInspectionJobs } from './features/inspections/jobs.ts';
import { registerInspections } from './features/inspections/routes.ts';
import { registerInventory } from './features/inventory/routes.ts';
import { registerMetrics, serveMetrics } from './features/jobs/metrics.ts';
import { registerJobs } from './features/jobs/routes.ts';
import { createMailJobs } from './features/mails/jobs.ts';
import { registerMails } from './features/mails/routes.ts';
import { createNotificationJobs } from './features/notifications/jobs.ts';
import { registerMessages } from './features/notifications/message-routes.ts';
import { registerNotifications } from './features/notifications/routes.ts';
import { registerWebPush } from './features/notifications/web-push-routes.ts';
import { initializeDatabase } from './features/onboarding/first-start.ts';
import { registerOnboarding } from './features/onboarding/routes.ts';
import { registerCors } from './features/organizations/cors.ts';
import { registerOrganizations } from './features/organizations/routes.ts';
import { registerWebManifest } from './features/organizations/web-manifest.ts';
import { registerApplicationReports } from './features/policies/application-routes.ts';
import { registerApplicationPolicies, registerPolicies } from './features/policies/routes.ts';
import { createPrivacyJobs } from './features/privacy/erasure.ts';
import { registerPrivacy } from './features/privacy/routes.ts';
import { registerReports } from './features/reports/routes.ts';
import { registerReviews } from './features/reviews/routes.ts';
import { createSigningJobs } from './features/signing/jobs.ts';
import { registerSigning } from './features/signing/routes.ts';
import { createSupportJobs } from './features/support/jobs.ts';
import { registerSupport } from './features/support/routes.ts';
import { registerTerms } from './features/terms/routes.ts';
import { registerUsers } from './features/users/routes.ts';
import { registerViolations } from './features/violations/routes.ts';
import { createWebhookJobs } from './features/webhooks/jobs.ts';
import { registerWebhooks } from './features/webhooks/routes.ts';
import { getOrigin } from './platform/blobs/bucket/location.ts';
import { registerHealth } from './platform/http/health.ts';
import { errorFields, logRequests, unfiltered } from './platform/http/logging.ts';
import { openApi } from './platform/http/openapi/openapi.ts';
import { serveReference } from './platform/http/openapi/reference/serve.ts';
import { serveCatalog } from './platform/http/responses/static-catalog.ts';
import { createServer } from './platform/http/server.ts';
import { createWriteJobs } from './platform/http/writes/delete-old-writes.ts';
import type { JobKind } from './platform/jobs/kind.ts';
import { Worker } from './platform/jobs/worker.ts';

export interface App {
  server: FastifyInstance;
  platform: ServiceContext;
  /** Reports at /healthz that this process is about to stop, and continues serving for `drainTime` milliseconds. */
  announceStop(drainTime: number): Promise<void>;
  /** Accepts no more requests, finishes running requests and jobs, then closes the database. */
  close(): Promise<void>;
}

/** The whole service, ready to listen. */
export async function buildApp(config: Config, replaced: Replaced = {}): Promise<App> {
  const platform = await openContext(config, replaced);
  await initializeDatabase(platform, config.firstAdministrator);
  const { bucket, downloads } = config;
  const downloadsFrom = bucket !== null && downloads.by === 'redirect' ? getOrigin(bucket) : null;
  const server = createServer(config, downloadsFrom);
  const worker = openWorker(platform, server);
  const watch = await openWatch(platform, server, worker);
  watchReplica(platform, server);
  server.decorate('gatekeeper', createGatekeeper(platform));
  logRequests(server, config.logLevel);
  if (platform.clock.ahead !== 0)
    server.log.warn(
      { milliseconds: platform.clock.ahead },
      'the clock of the database is ahead of this machine’s: synchronize them',
    );
  // Features are registered inside a plug-in, so that the hooks of earlier plug-ins apply to every route.
  await server.register(async (routes) => {
    registerCors(routes, platform);
    followRequests(routes, platform);
    registerFeatures(routes, platform);
    registerHealth(routes, watch);
    registerMetrics(routes, platform);
    serveReference(routes, () => openApi(operations, namedSchemas));
    if (config.catalogDir !== null) await serveCatalog(routes, config.catalogDir);
  });
  platform.workers.onFailure = (task, failure) => server.log.error({ task, err: failure }, 'a worker failed');
  const metrics = await serveMetrics(platform, (error) => server.log.error({ err: error }, 'no metrics'));
  platform.breachedPasswords.onFailure = (error) =>
    server.log.warn({ err: error }, 'a password was taken without asking whether it was breached');
  await worker.start();
  const close = async () => {
    await metrics.close();
    await watch.close();
    await closeAll(server, platform, worker);
    if (replaced.workers === undefined) await platform.workers.close();
  };
  const announceStop = async (drainTime: number) => {
    server.leaving.why = 'This instance is about to stop.';
    await wait(drainTime);
  };
  return { server, platform, announceStop, close };
}

/** Every kind of job. */
const listJobKinds = (platform: ServiceContext, { log }: FastifyInstance): JobKind[] => [
  ...createIdentityJobs(platform),
  ...createDeviceJobs(platform),
  ...createComplianceJobs(platform),
  ...createSupportJobs(platform),
  ...createMailJobs(platform),
  ...createApplicationJobs(platform),
  ...createSigningJobs(platform),
  ...createCredentialsJobs(platform),
  ...createInspectionJobs(platform),
  ...createCatalogJobs(platform),
  ...createActivityJobs(platform),
  ...createNotificationJobs(platform),
  ...createWebhookJobs(platform),
  ...createWriteJobs(platform.database.db),
  ...createAuditJobs(platform, (head) =>
    unfiltered(log).info({ audit_head: head }, 'a chain of the audit log has grown'),
  ),
  ...createPrivacyJobs(platform),
];

function openWorker(platform: ServiceContext, server: FastifyInstance): Worker {
  const { log } = server;
  const { jobBackOff: backOff, jobLease: lease, jobStopTimeout: stopTimeout } = platform.config.limits;
  return new Worker({
    db: platform.database.db,
    queue: platform.jobs,
    kinds: listJobKinds(platform, server).map(followed),
    backOff,
    lease,
    stopTimeout,
    onClockLeap: () =>
      log.warn('the clock has leapt: nothing is deleted because of its age, and nobody disabled, for a day'),
    onFailure: (job, error) => log.error({ ...job, ...errorFields(error) }, 'a job failed'),
  });
}

function registerFeatures(server: FastifyInstance, platform: ServiceContext): void {
  registerIdentity(server, platform);
  registerSessions(server, platform);
  registerSecurity(server, platform);
  registerCatalogSignIn(server, platform);
  registerUsers(server, platform);
  registerGroups(server, platform);
  registerOrganizations(server, platform);
  registerOnboarding(server, platform);
  registerWebManifest(server, platform);
  registerApplications(server, platform);
  registerAssignmentLists(server, platform);
  registerUploads(server, platform);
  registerMedia(server, platform);
  registerCredentials(server, platform);
  registerSigning(server, platform);
  registerInspections(server, platform);
  registerCategories(server, platform);
  registerCatalog(server, platform);
  registerPrivacyFindings(server, platform);
  registerSync(server, platform);
  registerEvents(server, platform);
  registerInventory(server, platform);
  registerDownloads(server, platform);
  registerReviews(server, platform);
  registerDevices(server, platform);
  registerNotifications(server, platform);
  registerMessages(server, platform);
  registerWebPush(server, platform);
  registerWebhooks(server, platform);
  registerJobs(server, platform);
  registerSupport(server, platform);
  registerAudit(server, platform);
  registerPrivacy(server, platform);
  registerPolicies(server, platform);
  registerApplicationPolicies(server, platform);
  registerApplicationReports(server, platform);
  registerReports(server, platform);
  registerFeeds(server, platform);
  registerTerms(server, platform);
  registerMails(server, platform);
  registerViolations(server, platform);
}

/** How often (ms) the stopping server closes connections that have become idle. */
const idleCheck = 50;

async function closeAll(server: FastifyInstance, platform: ServiceContext, worker: Worker): Promise<void> {
  // Fastify closes idle connections only once. One whose answer ends just after that would stay open as long as its client
  // keeps it alive, and delay the stop by more than a minute.
  const check = setInterval(() => server.server.closeIdleConnections(), idleCheck);
  try {
    await Promise.all([server.close(), worker.stop()]);
  } finally {
    clearInterval(check);
  }
  await platform.database.close();
}
