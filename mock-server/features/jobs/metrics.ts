import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { countWaitingPushes, listQueues, type QueueRow } from './metrics-store.ts';

/** The text format of Prometheus, version 0.0.4. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `GET /metrics`: the queues of all organizations in the format of Prometheus, for callers with the token of the
 * settings. Without such a token the page does not exist.
 */
export function registerMetrics(app: FastifyInstance, platform: Platform): void {
  const { metricsToken } = platform.config;
  if (metricsToken === null) return;
  app.get('/metrics', async (request, reply) => {
    assertToken(request, metricsToken);
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await describe(platform));
  });
}

/**
 * Serves the same on the address of the settings, where the network decides who may read it. Error: that of the system,
 * for an address in use.
 */
export async function serveMetrics(
  platform: Platform,
  failed: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const { metricsAddress } = platform.config;
  if (metricsAddress === null) return { close: async () => undefined };
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    answer(platform, response).catch((error: unknown) => {
      failed(error);
      response.writeHead(500).end();
    });
  });
  server.listen(metricsAddress.port, metricsAddress.host);
  await once(server, 'listening');
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { close };
}

async function answer(platform: Platform, response: ServerResponse): Promise<void> {
  const text = await describe(platform);
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
}

async function describe({ database: { db, replica }, workers }: Platform): Promise<string> {
  const lines = [
    ...describeJobs(await listQueues(db), Date.now()),
    ...describePushes(await countWaitingPushes(db)),
    ...describeTasks(workers.tasks),
    ...(replica === null ? [] : describeReplica(replica.isAway)),
  ];
  return `${lines.join('\n')}\n`;
}

const describeReplica = (isAway: boolean): string[] => [
  '# HELP appshelf_replica_away 1 while the replica of DATABASE_READ_URL can’t be read, so that everything is read from the main database.',
  '# TYPE appshelf_replica_away gauge',
  `appshelf_replica_away ${isAway ? 1 : 0}`,
];

const hashToken = (text: string): Buffer => createHash('sha256').update(text).digest();

function assertToken({ headers }: FastifyRequest, token: string): void {
  const values = hashToken(headers.authorization ?? '');
  if (timingSafeEqual(values, hashToken(`Bearer ${token}`))) return;
  throw new ServiceError('not_authenticated', 'Send the token of METRICS_TOKEN as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function describeJobs(rows: readonly QueueRow[], now: number): string[] {
  const formatLabels = ({ kind, state }: QueueRow) => `{kind="${kind}",state="${state}"}`;
  const late = rows.filter(({ state }) => state === 'waiting');
  return [
    '# HELP appshelf_jobs Jobs by kind, and whether they wait, run or have failed for good.',
    '# TYPE appshelf_jobs gauge',
    ...rows.map((row) => `appshelf_jobs${formatLabels(row)} ${row.count}`),
    '# HELP appshelf_jobs_late_seconds How long the longest overdue job of each kind has been due.',
    '# TYPE appshelf_jobs_late_seconds gauge',
    ...late.map(
      ({ kind, due }) =>
        `appshelf_jobs_late_seconds{kind="${kind}"} ${Math.max(0, now - Date.parse(due)) / 1000}`,
    ),
  ];
}

const describePushes = (rows: readonly { provider: string; count: number }[]): string[] => [
  '# HELP appshelf_push_waiting Devices that wait to be sent a notification, by who sends it.',
  '# TYPE appshelf_push_waiting gauge',
  ...rows.map(({ provider, count }) => `appshelf_push_waiting{provider="${provider}"} ${count}`),
];

/** Only of this process, because each has workers of its own. */
const describeTasks = ({ waiting, running, refused }: Platform['workers']['tasks']): string[] => [
  '# HELP appshelf_package_tasks Uploads and other files that wait for a worker of this process, or are read by one.',
  '# TYPE appshelf_package_tasks gauge',
  `appshelf_package_tasks{state="waiting"} ${waiting}`,
  `appshelf_package_tasks{state="running"} ${running}`,
  '# HELP appshelf_package_tasks_refused_total Files that were refused because too many waited.',
  '# TYPE appshelf_package_tasks_refused_total counter',
  `appshelf_package_tasks_refused_total ${refused}`,
];
