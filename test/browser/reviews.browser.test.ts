import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { devices } from './setup/devices.ts';
import { reviewsOf, switchReviewsOff, takenWrites } from './setup/service-state.ts';
import { openStage } from './setup/stage.ts';
import { openApplication, readyForOffline, signIn } from './setup/visitor.ts';

const stage = openStage({ needsWorker: false });

const meters = async (page: Page) => [
  await page.getByRole('meter', { name: 'Likes', exact: true }).getAttribute('aria-valuenow'),
  await page.getByRole('meter', { name: 'Dislikes', exact: true }).getAttribute('aria-valuenow'),
];

/** Opens the form of the person's own review. */
const openForm = (page: Page) => page.getByRole('button', { name: /^(Write a|Edit your) review$/ }).click();

async function write(page: Page, rating: 'Like' | 'Dislike', title: string): Promise<void> {
  await openForm(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: rating, exact: true }).click();
  await sheet.getByRole('textbox', { name: 'Title' }).fill(title);
  await sheet.getByRole('textbox', { name: 'What should others know?' }).fill('It does what it should.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

it('a review changes the counts at once, is sent, and can be changed', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'API Demos');
  expect(await meters(page)).toEqual(['1', '0']);
  await write(page, 'Like', 'Good');
  expect(await meters(page)).toEqual(['2', '0']);
  await page.getByText('Sent', { exact: true }).waitFor();
  expect(await reviewsOf(stage.product, 'demo.phone')).toMatchObject([{ like: 1, title: 'Good' }]);
  await page.getByRole('article').getByRole('heading', { name: 'Good', exact: true }).waitFor();

  await write(page, 'Dislike', 'Not so good');
  expect(await meters(page)).toEqual(['1', '1']);
  await expect
    .poll(() => reviewsOf(stage.product, 'demo.phone'))
    .toMatchObject([{ like: 0, title: 'Not so good' }]);
  await page.reload();
  await expect.poll(() => meters(page)).toEqual(['1', '1']);
  await page.getByRole('button', { name: 'Edit your review' }).waitFor();
});

it('a review that says nothing is not taken', async () => {
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Only a title');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Choose whether you like the app.').waitFor();
  await page.getByText('Add both a title and a text, or leave both empty.').waitFor();
});

it('a review written offline says that it will be sent, and is sent once, from two tabs that come online together', async () => {
  const { page, context } = await stage.visit(devices.androidPhone, { serviceWorkers: 'allow' });
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Appium Settings');
  await page.getByRole('heading', { name: 'Asks for a lot' }).waitFor();
  await readyForOffline(page);
  const before = await takenWrites(stage.product, 'demo.phone');
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('heading', { name: 'Appium Settings', level: 1 }).waitFor();

  await context.setOffline(true);
  await write(page, 'Like', 'From the basement');
  await page.getByText('Will be sent when you’re back online.').waitFor();
  await second.getByText('Will be sent when you’re back online.').waitFor();
  await page.reload();
  await page.getByText('Will be sent when you’re back online.').waitFor();
  expect(await meters(page)).toEqual(['1', '1']);

  await context.setOffline(false);
  await page.getByText('Sent', { exact: true }).waitFor();
  await second.getByText('Sent', { exact: true }).waitFor();
  const written = await reviewsOf(stage.product, 'demo.phone');
  expect(written.filter(({ title }) => title === 'From the basement')).toHaveLength(1);
  expect(await takenWrites(stage.product, 'demo.phone')).toBe(before + 1);
});

it('a review that is half written is there after a reload, and in another tab', async () => {
  const { page, context } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await openForm(page);
  await page.getByRole('button', { name: 'Dislike', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Half a tho');
  await page.reload();
  const later = await context.newPage();
  await later.goto(page.url());
  for (const each of [page, later]) {
    await each.getByRole('button', { name: 'Continue writing' }).click();
    const sheet = each.getByRole('dialog');
    expect(await sheet.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a tho');
    const dislike = sheet.getByRole('button', { name: 'Dislike', exact: true });
    expect(await dislike.getAttribute('aria-pressed')).toBe('true');
  }
  await page.getByRole('textbox', { name: 'Title' }).fill('A whole thought');
  await page.getByRole('textbox', { name: 'What should others know?' }).fill('It does what it should.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
  await later.reload();
  await later.getByRole('button', { name: 'Edit your review' }).waitFor();
});

it('a review that was refused is told of everywhere, and changed or given up in one place', async () => {
  const { page, context } = await stage.visit(devices.androidPhone, { serviceWorkers: 'allow' });
  await signIn(page, 'demo.phone');
  await openApplication(page, 'Contact Manager');
  await readyForOffline(page);
  await context.setOffline(true);
  await write(page, 'Like', 'Too late');
  await page.getByText('1 change not sent yet.').waitFor();
  await switchReviewsOff(stage.product, 'Contact Manager');
  await context.setOffline(false);
  await page.getByText('1 change wasn’t accepted.').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: /^Account, 1 change not sent$/ }).waitFor();
  await page.getByRole('link', { name: '1 change wasn’t accepted.' }).click();
  await page.getByRole('heading', { name: 'Your review of Contact Manager' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Too late');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('All changes sent').waitFor();
});
