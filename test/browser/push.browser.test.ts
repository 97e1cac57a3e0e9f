import type { CDPSession, Page } from 'playwright-core';
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

/** The titles of what the worker shows. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

it('what a push service delivers reaches the catalog’s worker, which shows it, and nothing that is not ours', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await readyForOffline(page);
  const { origin } = new URL(page.url());
  await context.grantPermissions(['notifications'], { origin });
  const session = await context.newCDPSession(page);
  // The packed browser lets no page show anything, whoever allows it: there the worker's attempt is all that can be seen.
  const attempts: string[] = [];
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage: { errorMessage: text } }) => {
    if (text.includes('showNotification')) attempts.push('Field Crew');
  });
  const registrationId = await registrationOf(session);
  const pushed = { id: 'n1', title: 'Field Crew', body: 'Bring your badges', link: `${origin}/messages` };
  const push = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await push('not ours');
  await push(JSON.stringify(pushed));
  const seen = async () => [...attempts, ...(await shown(page))];
  await expect.poll(seen, { timeout: timeouts.step }).toEqual(['Field Crew']);
});
