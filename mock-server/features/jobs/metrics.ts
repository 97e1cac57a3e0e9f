import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';
import { type QueueRow, queues, waitingPushes } from './metrics-store.ts';

/** The text format of Prometheus, version 0.0.4. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `GET /metrics`: the queues of all organizations as Prometheus reads them, for who has the token of the settings. Without
 * one there is no such page.
 */
export function registerMetrics(app: FastifyInstance, { config, database: { db } }: Platform): void {
  const { metricsToken } = config;
  if (metricsToken === null) return;
  app.get('/metrics', async (request, reply) => {
    assertToken(request, metricsToken);
    const text = [...describeJobs(await queues(db), Date.now()), ...describePushes(await waitingPushes(db))];
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(`${text.join('\n')}\n`);
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function assertToken({ headers }: FastifyRequest, token: string): void {
  const given = digest(headers.authorization ?? '');
  if (timingSafeEqual(given, digest(`Bearer ${token}`))) return;
  throw new ServiceError('not_authenticated', 'Send the token of METRICS_TOKEN as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function describeJobs(rows: readonly QueueRow[], now: number): string[] {
  const labels = ({ kind, state }: QueueRow) => `{kind="${kind}",state="${state}"}`;
  const late = rows.filter(({ state }) => state === 'waiting');
  return [
    '# HELP appshelf_jobs Jobs by kind, and whether they wait, run or have failed for good.',
    '# TYPE appshelf_jobs gauge',
    ...rows.map((row) => `appshelf_jobs${labels(row)} ${row.count}`),
    '# HELP appshelf_jobs_late_seconds For how long the job of a kind that is due longest has waited.',
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
