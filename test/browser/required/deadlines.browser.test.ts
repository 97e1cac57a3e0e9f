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
  await card.getByText(/^Required by .+ · in 3 days$/).waitFor();
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

it('who cannot install gets help, writes to support without a network, and continues for a day', async () => {
  await requireBy(stage.product, 'demo.tablet', 'Gate Pass', Date.now() - day);
  const { page, context } = await stage.visit(devices.androidTablet);
  await signIn(page, 'demo.tablet');
  await page.getByRole('heading', { name: /^Install these 2 apps to continue$/ }).waitFor();
  for (const name of ['Contact Manager', 'Gate Pass']) {
    await page.getByRole('button', { name: `I need help: ${name}` }).click();
    const help = page.getByRole('dialog', { name: `Help with ${name}` });
    await help.getByRole('button', { name: 'Not enough space' }).click();
    await help.getByText('Open Settings › Storage and free some space.').waitFor();
    if (name === 'Contact Manager') {
      await context.setOffline(true);
      await help.getByRole('button', { name: 'Contact support' }).click();
      const form = page.getByRole('dialog', { name: 'Contact support' });
      await form.getByLabel('What happened?').fill('My tablet is full.');
      await form.getByRole('button', { name: 'Send to support' }).click();
      await form.getByText('Your message is saved').waitFor();
      await form.getByRole('button', { name: 'Close' }).last().click();
    }
    await help.getByRole('button', { name: 'Continue without it for a day' }).click();
  }
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  const { db } = stage.product;
  const messages = () => db.selectFrom('support_reports').select(['text', 'symptom']).execute();
  expect(await messages()).toEqual([]);
  await context.setOffline(false);
  await expect.poll(messages).toEqual([{ text: 'My tablet is full.', symptom: 'Not enough space' }]);
  await expect.poll(() => db.selectFrom('deferrals').select('version').execute()).toHaveLength(2);
  await page.reload();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});
