import { setTimeout as pause } from 'node:timers/promises';
import { listUsers } from '../../contract/users.ts';
import { Requests } from '../setup/requests.ts';
import { startChild } from './child.ts';
import { startCrowdService } from './crowd-service.ts';
import type { Measurement } from './measurement.ts';
import { percentile, timed } from './percentiles.ts';

const limits = { milliseconds: 50, megabytes: 300 };
/** Milliseconds of it that are measured, and between two requests. */
const lasts = 20_000;
const every = 20;

/** What others notice of 1,000 hostile connections: bodies of 4 MiB, and everything that can be slow. */
export const crowd: Measurement = {
  name: 'crowd',
  async run() {
    const service = await startCrowdService();
    const { url, token } = service;
    const client = new Requests(url);
    const health = () => client.fetch('/healthz');
    const list = () => client.ok(listUsers, { token });
    try {
      await Promise.all([health(), list()]);
      const hostile = await startChild('crowd-clients.ts', { port: Number(new URL(url).port) });
      const times: Record<'health' | 'list', number[]> = { health: [], list: [] };
      let most = 0;
      try {
        const end = performance.now() + lasts;
        while (performance.now() < end) {
          times.health.push(await timed(health));
          times.list.push(await timed(list));
          most = Math.max(most, await service.memory());
          await pause(every);
        }
      } finally {
        await hostile.stop();
      }
      const row = (work: string, ours: number, unit: string, value: number) =>
        ({ work, ours, unit, against: { name: 'limit', value }, target: { atMost: 1 } }) as const;
      return [
        row(
          '/healthz beside 1,000 hostile connections, p99',
          percentile(times.health, 0.99),
          'ms',
          limits.milliseconds,
        ),
        row('a signed-in list beside them, p99', percentile(times.list, 0.99), 'ms', limits.milliseconds),
        row('the service’s memory meanwhile', most / 1e6, 'MB', limits.megabytes),
      ];
    } finally {
      await service.stop();
    }
  },
};
