import { expect, it } from 'vitest';
import { violations } from '../setup/browser/axe.ts';
import { devices } from './setup/devices.ts';
import { inviteSomebody } from './setup/invitation.ts';
import { openStage } from './setup/stage.ts';

const stage = openStage({ needsWorker: false });

it('an invited person chooses a password by the link in their mail, is in, and stays in', async () => {
  const path = await inviteSomebody(stage.product, 'noor.haddad');
  const { page } = await stage.visit(devices.androidPhone, { path });
  await page.getByRole('heading', { name: 'Welcome, Noor', level: 1 }).waitFor();
  await page.getByText('noor.haddad').waitFor();
  expect(await violations(page)).toEqual([]);
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('abc');
  await page.getByRole('button', { name: 'Choose and sign in' }).click();
  await page.getByText('Use at least 5 characters.').waitFor();
  await field.fill('Chosen-by-noor-2');
  await page.getByRole('button', { name: 'Choose and sign in' }).click();
  await page.getByRole('region', { name: 'Popular' }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/');
  await page.reload();
  await page.getByRole('region', { name: 'Popular' }).waitFor();

  const { page: elsewhere } = await stage.visit(devices.iPhone, { path });
  await elsewhere.getByText('This invitation has expired, was already used').waitFor();
  await elsewhere.goto(await inviteSomebody(stage.product, 'noor.again'));
  await elsewhere.getByText('noor.again').waitFor();
  await elsewhere.goto(path);
  await elsewhere.getByText('This invitation has expired, was already used').waitFor();
  await elsewhere.getByRole('link', { name: 'Sign in' }).click();
  await elsewhere.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
});

it('a link that is opened without a network says so, and works when it is tried again', async () => {
  const path = await inviteSomebody(stage.product, 'noor.later');
  const { page } = await stage.visit(devices.androidPhone);
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.route('**/v3/invitations/**', (route) => route.abort('internetdisconnected'));
  await page.goto(path);
  await page.getByText('The service can’t be reached.').waitFor();
  await page.unroute('**/v3/invitations/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Welcome, Noor', level: 1 }).waitFor();
});
