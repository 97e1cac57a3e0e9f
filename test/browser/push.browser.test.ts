import type { BrowserContext, CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { timeouts } from '../setup/timeouts.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage();

/** The registration of the catalog's worker, as the debugging protocol names it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

const shown = (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const registration: ServiceWorkerRegistration = Reflect.get(globalThis, 'registration');
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

it('what the service pushes is shown, once, and a tap opens its page', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const { origin } = new URL(page.url());
  await context.grantPermissions(['notifications'], { origin });
  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session);
  const pushed = { id: 'n1', title: 'Field Crew', body: 'Bring your badges', link: `${origin}/messages` };
  const push = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await push('not ours');
  await push(JSON.stringify(pushed));
  await push(JSON.stringify(pushed));
  await expect
    .poll(() => shown(context), { timeout: timeouts.step })
    .toEqual(['Field Crew: Bring your badges']);
  await context.serviceWorkers()[0]?.evaluate(async () => {
    const registration: ServiceWorkerRegistration = Reflect.get(globalThis, 'registration');
    const [notification] = await registration.getNotifications();
    if (notification === undefined) return;
    // A class that only workers have.
    const tap: Event = Reflect.construct(Reflect.get(globalThis, 'NotificationEvent'), [
      'notificationclick',
      { notification },
    ]);
    dispatchEvent(tap);
  });
  await page.waitForURL('**/messages');
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
});
