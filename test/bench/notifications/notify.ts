import { setTimeout } from 'node:timers/promises';
import { listNotifications, type Notification, sendGroupMessage } from '../../../contract/notifications.ts';
import { startChild } from '../child.ts';
import { type Engine, engines } from '../engine.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { NotifyProvider } from './notify-provider.ts';
import type { NotifyService } from './notify-service.ts';

const devices = 100_000;
/** Milliseconds between two checks of the progress. */
const pause = 20;
/** Most MB that sending may need in addition: the devices must not all be in memory. */
const megabytes = 64;

/** A message to a group of a hundred thousand devices, until a push service on this machine has accepted all. */
export const notify: Measurement = {
  name: 'notify',
  async run() {
    const rows: Row[] = [];
    const wanted = process.env.BENCH_ENGINE;
    for (const engine of (Object.keys(engines) as Engine[]).filter((name) => (wanted ?? name) === name)) {
      const provider = await startChild<NotifyProvider>('notifications/notify-provider.ts', null);
      try {
        rows.push(...(await measureOn(engine, provider.ready)));
      } finally {
        await provider.stop();
      }
    }
    return rows;
  },
};

async function measureOn(engine: Engine, provider: NotifyProvider): Promise<Row[]> {
  // Only memory in use counts, without garbage that is not collected yet.
  const options = ['--expose-gc'];
  const service = await startChild<NotifyService>(
    'notifications/notify-service.ts',
    { engine, devices, provider },
    options,
  );
  try {
    return await measure(service.ready, engines[engine], service.memory);
  } finally {
    await service.stop();
  }
}

async function measure(
  { url, token, group }: NotifyService,
  engine: string,
  memory: () => Promise<number>,
): Promise<Row[]> {
  const before = await memory();
  const asked = performance.now();
  await post(url + sendGroupMessage.path.replace(':group', String(group)), token);
  const newest = await until(url, token, ({ devices: found }) => found >= devices);
  const queued = performance.now();
  const done =
    newest.finished === null ? await until(url, token, ({ finished }) => finished !== null) : newest;
  const seconds = (performance.now() - queued) / 1000;
  if (done.sent !== devices) throw new Error(`${done.sent} devices were sent to.`);
  const work = `group message to 100,000 devices on ${engine}`;
  const limit = (value: number) => ({ name: 'limit', value });
  return [
    {
      work: `${work}: queued`,
      ours: queued - asked,
      unit: 'ms',
      against: limit(2_000),
      target: { atMost: 1 },
    },
    {
      work: `${work}: handed to a local push service`,
      ours: devices / seconds,
      unit: 'devices/s',
      against: limit(5_000),
      target: { atLeast: 1 },
    },
    {
      work: `${work}: memory`,
      ours: ((await memory()) - before) / 1e6,
      unit: 'MB',
      against: limit(megabytes),
      target: { atMost: 1 },
    },
  ];
}

async function post(address: string, token: string): Promise<void> {
  const headers = { 'x-token': token, 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: '{"message":"Bring your badges"}' });
  if (!answer.ok) throw new Error(`The message was answered with ${answer.status}.`);
}

async function until(
  url: string,
  token: string,
  holds: (newest: Notification) => boolean,
): Promise<Notification> {
  for (;;) {
    const answer = await fetch(url + listNotifications.path, { headers: { 'x-token': token } });
    const [newest] = ((await answer.json()) as { notifications: Notification[] }).notifications;
    if (newest !== undefined && holds(newest)) return newest;
    await setTimeout(pause);
  }
}
