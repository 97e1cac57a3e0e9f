import { setTimeout as pause } from 'node:timers/promises';
import { listUsers } from '../../../contract/users.ts';
import { Requests } from '../../setup/requests.ts';
import { startChild } from '../child.ts';
import type { Measurement } from '../measurement.ts';
import { percentile, timed } from '../percentiles.ts';
import { type CrowdService, startCrowdService } from './crowd-service.ts';

const limits = { milliseconds: 50, megabytes: 300 };
/**
 * Milliseconds of the measurement while another server is attacked, and while the service is; and between two requests.
 */
const lasts = { elsewhere: 8_000, here: 20_000 };
const every = 20;

/**
 * What others notice of 1,000 hostile connections: bodies of 4 MiB, and everything that can be slow. The attackers also
 * need processors of this machine; that cost is measured while they attack another server.
 */
export const crowd: Measurement = {
  name: 'crowd',
  async run() {
    const service = await startCrowdService();
    try {
      await asked(service, 1_000);
      const elsewhere = await startChild<number>('crowd/crowd-elsewhere.ts', null);
      const alone = await attacked(service, elsewhere.ready, lasts.elsewhere);
      await elsewhere.stop();
      const { times, most, share, waited } = await attacked(
        service,
        Number(new URL(service.url).port),
        lasts.here,
      );
      const row = (work: string, ours: number, unit: string, value: number) =>
        ({ work, ours, unit, against: { name: 'limit', value }, target: { atMost: 1 } }) as const;
      const p99 = (work: string, of: 'health' | 'list') => {
        const without = percentile(alone.times[of], 0.99).toFixed(0);
        const name = `${work}, p99 (${without} ms while they attack another server)`;
        return row(name, percentile(times[of], 0.99), 'ms', limits.milliseconds);
      };
      const busy = `${percent(share)} of a processor, waited for one ${percent(waited)} of the time`;
      return [
        p99('/healthz beside 1,000 hostile connections', 'health'),
        p99('a signed-in list beside them', 'list'),
        row(`the service’s memory meanwhile (${busy})`, most / 1e6, 'MB', limits.megabytes),
      ];
    } finally {
      await service.stop();
    }
  },
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Measures the answers of the service while a server is attacked. */
async function attacked(service: CrowdService, port: number, time: number) {
  const hostile = await startChild('crowd/crowd-clients.ts', { port });
  try {
    return await asked(service, time);
  } finally {
    await hostile.stop();
  }
}

/** Sends requests for `time` milliseconds: how long each answer took, and what the service used. */
async function asked(service: CrowdService, time: number) {
  const client = new Requests(service.url);
  const health = () => client.fetch('/healthz');
  const list = () => client.ok(listUsers, { token: service.token });
  const times: Record<'health' | 'list', number[]> = { health: [], list: [] };
  let most = 0;
  const begun = performance.now();
  const before = await service.processor();
  while (performance.now() < begun + time) {
    times.health.push(await timed(health));
    times.list.push(await timed(list));
    most = Math.max(most, await service.memory());
    await pause(every);
  }
  const after = await service.processor();
  const passed = performance.now() - begun;
  return {
    times,
    most,
    share: (after.used - before.used) / passed,
    waited: (after.waited - before.waited) / passed,
  };
}
