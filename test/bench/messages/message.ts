import { setTimeout } from 'node:timers/promises';
import { listNotifications, type Notification, sendGroupMessage } from '../../../contract/notifications.ts';
import { startChild } from '../child.ts';
import { chosenEngines, type Engine, engines } from '../engine.ts';
import { limited, type Measurement, type Row } from '../measurement.ts';
import type { MessageService } from './message-service.ts';
import type { PushProvider } from './push-provider.ts';

const devices = 100_000;
/** Milliseconds between two checks of the progress. */
const pause = 20;

/** A message to a group of a hundred thousand devices, until it is queued for all of them. */
export const message: Measurement = {
  name: 'message',
  async run() {
    const rows: Row[] = [];
    for (const engine of chosenEngines()) {
      const provider = await startChild<PushProvider>('messages/push-provider.ts', null);
      try {
        rows.push(await measureOn(engine, provider.ready));
      } finally {
        await provider.stop();
      }
    }
    return rows;
  },
};

async function measureOn(engine: Engine, provider: PushProvider): Promise<Row> {
  const argument = { engine, devices, provider };
  const service = await startChild<MessageService>('messages/message-service.ts', argument);
  try {
    return await measure(service.ready, engines[engine]);
  } finally {
    await service.stop();
  }
}

async function measure({ url, token, group }: MessageService, engine: string): Promise<Row> {
  const started = performance.now();
  await post(url + sendGroupMessage.path.replace(':group', String(group)), token);
  const newest = await until(url, token, ({ devices: found }) => found >= devices);
  const queued = performance.now() - started;
  // The service can only be stopped when it has nothing left to send.
  const done =
    newest.finished === null ? await until(url, token, ({ finished }) => finished !== null) : newest;
  if (done.sent !== devices) throw new Error(`${done.sent} devices were sent to.`);
  return limited(
    `${engine}: message to a group of ${devices} devices, until it is queued`,
    queued / 1_000,
    's',
    5,
  );
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
