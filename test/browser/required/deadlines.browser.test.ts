import { expect, it } from 'vitest';
import { devices } from '../setup/devices.ts';
import { requireBy } from '../setup/required.ts';
import { openStage } from '../setup/stage.ts';
import { signIn } from '../setup/visitor.ts';

const stage = openStage({ needsWorker: false });
const day = 24 * 60 * 60_000;

it('before its date a required app reminds on Home, Updates and its page, and closes the catalog when it is over', async () => {
  const deadline = Date.now() + 3 * day;
  await requireBy(stage.product, 'demo.phone', 'Fuel Log', deadline);
  const { page } = await stage.visit(devices.androidTablet);
  await signIn(page, 'demo.phone');
  const card = page.getByRole('region', { name: 'Install this app soon' });
  await card.getByText(/^Required by .+ · in 2 days$/).waitFor();
  await card.getByRole('button', { name: 'Install: Fuel Log' }).waitFor();
  await page.getByRole('link', { name: 'Updates', exact: true }).click();
  await card.waitFor();
  await card.getByRole('link', { name: 'Fuel Log' }).click();
  await page.getByText('After that, the catalog stays closed until you install it.').waitFor();

  // A clock that is days ahead changes nothing, because the service's counts.
  await page.clock.install({ time: deadline + day });
  await page.goto('/');
  await card.waitFor();
  expect(await page.getByRole('heading', { name: 'Install this app to continue' }).count()).toBe(0);
});
