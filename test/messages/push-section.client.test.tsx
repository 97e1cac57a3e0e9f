import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeTerms, setTerms } from '../../contract/terms.ts';
import { readWebPush } from '../../contract/web-push.ts';
import { PushSection } from '../../src/features/messages/push-section.tsx';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { openPage, type SimulatedPage } from '../setup/simulated-page/page.tsx';
import { type SimulatedPush, simulatePush } from '../setup/simulated-page/push.ts';
import type { TestUser } from '../setup/world/people.ts';

let page: SimulatedPage;
let user: TestUser;
let push: SimulatedPush | null = null;
const service = await openService();
beforeEach(async () => {
  user = await service.makeUser();
  page = await openPage(service.url, user);
});
afterEach(async () => {
  await page.close();
  push?.end();
  push = null;
});

const kinds = async () => (await page.account.call(readWebPush, {})).kinds;
const everything = { messages: true, updates: true, replies: true };

it('nobody is asked before they tap; then the browser is subscribed, and each kind has a switch', async () => {
  push = simulatePush('default');
  const person = page.draw(<PushSection />);
  const button = await screen.findByRole('button');
  expect(push.asked).toBe(0);
  await person.click(button);
  const switches = await screen.findAllByRole('switch', {}, { timeout: timeouts.step });
  expect([push.asked, switches.length]).toEqual([1, 3]);
  expect(await kinds()).toEqual(everything);
  expect(push.subscribedWith).toBe((await page.account.call(readWebPush, {})).public_key);
  await person.click(screen.getByRole('switch', { name: /version/i }));
  await waitFor(async () => expect(await kinds()).toEqual({ ...everything, updates: false }));
  // Without waiting for the answers between: both are meant.
  for (const name of [/messages/i, /replies/i]) await person.click(screen.getByRole('switch', { name }));
  await screen.findByRole('button', {}, { timeout: timeouts.step });
  await waitFor(async () => expect(await kinds()).toBeNull());
  expect(push.subscribedWith).toBeNull();
});

it('a subscription for an earlier key of the service is replaced', async () => {
  push = simulatePush('default');
  push.subscribedWith = 'an earlier key';
  const person = page.draw(<PushSection />);
  await person.click(await screen.findByRole('button'));
  await waitFor(async () => expect(await kinds()).toEqual(everything));
  expect(push.subscribedWith).toBe((await page.account.call(readWebPush, {})).public_key);
});

it('who says no is told so, and can’t be asked again by the catalog', async () => {
  push = simulatePush('default');
  push.answer = 'denied';
  const person = page.draw(<PushSection />);
  await person.click(await screen.findByRole('button'));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(screen.queryByRole('switch')).toBeNull();
  expect([await kinds(), push.subscribedWith]).toEqual([null, null]);
});

it('who has not accepted the terms is told that, not that there is no network', async () => {
  const { token } = service.admin;
  push = simulatePush('default');
  const person = page.draw(<PushSection />);
  const button = await screen.findByRole('button');
  await service.ok(setTerms, { token, body: { texts: { en: 'Be kind.' } } });
  await person.click(button);
  const reported = await screen.findByText(/organization’s terms/i, {}, { timeout: timeouts.step });
  expect(reported.textContent).not.toContain('network');
  await service.ok(removeTerms, { token });
});

it('a browser that can’t be pushed to offers nothing to tap', async () => {
  page.draw(<PushSection />);
  await screen.findByRole('heading');
  expect([screen.queryByRole('button'), screen.queryByRole('switch')]).toEqual([null, null]);
});
