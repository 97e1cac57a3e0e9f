import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../setup/browser/axe.ts';
import { launchBrowser } from '../setup/browser/browser.ts';
import { sizes } from '../setup/browser/looks.ts';
import { openGallery } from '../ui/gallery/gallery.ts';

const browser = await launchBrowser();
const gallery = await openGallery(browser);

afterAll(async () => {
  await browser.close();
  await gallery.close();
});

describe('a window', () => {
  it('keeps the focus inside, closes on Escape, and gives the focus back', async () => {
    const page = await gallery.open('parts');
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    expect(await violations(page)).toEqual([]);
    for (let tab = 0; tab < 6; tab += 1) {
      await page.keyboard.press('Tab');
      // Between the last part and the first one the focus is on the browser's own bars; the page sees the body
      // focused.
      expect(
        await page.evaluate(() =>
          document.activeElement?.closest('dialog, body')?.contains(document.activeElement),
        ),
      ).toBe(true);
      expect(
        await page.evaluate(() => document.activeElement?.closest('main button:not(dialog button)')),
      ).toBeNull();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  it('closes by a press beside it', async () => {
    const page = await gallery.open('parts');
    await page.getByRole('button', { name: 'Open sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Continue on your phone' });
    await sheet.waitFor();
    await page.mouse.click(180, 40);
    await sheet.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.close();
  });
});

describe('screenshots', () => {
  it('are shown large, turned by arrow keys, and left with Escape', async () => {
    const page = await gallery.open('application');
    await page.getByRole('button', { name: 'Enlarge: Screenshot 2 of 4' }).click();
    await page.getByText('2 of 4', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByText('3 of 4', { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 of 4', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.close();
  });

  it('fill the screen of a phone also where a picture is smaller, and close when swiped down', async () => {
    const page = await gallery.open('application', '', { hasTouch: true, isMobile: true });
    await page.getByRole('button', { name: 'Enlarge: Screenshot 2 of 4' }).click();
    const dialog = page.getByRole('dialog', { name: 'Screenshots' });
    const picture = dialog.getByRole('img', { name: 'Screenshot 2 of 4' });
    const screen = page.viewportSize();
    // As where a browser takes a picture for three times as wide as it is.
    await picture.evaluate((img: HTMLImageElement) => img.setAttribute('srcset', `${img.currentSrc} 3x`));
    await expect.poll(() => picture.boundingBox()).toEqual({ x: 0, y: 0, ...screen });
    expect(await picture.evaluate((img) => getComputedStyle(img).objectFit)).toBe('contain');
    await pull(page, 180);
    expect(await dialog.isVisible()).toBe(true);
    await pull(page, 420);
    await dialog.waitFor({ state: 'detached' });
    await page.close();
  });
});

/** The position in the list of the row in the middle of the screen. */
async function rowInTheMiddle(page: Page): Promise<string> {
  return page.evaluate(
    () => document.elementFromPoint(200, 400)?.closest('li')?.getAttribute('aria-posinset') ?? '',
  );
}

describe('a list of ten thousand', () => {
  it('draws what is seen as the page scrolls, and keeps the row that has the focus', async () => {
    const page = await gallery.open('list');
    await page.getByRole('link', { name: 'Shift Clock 2', exact: true }).focus();
    await page.evaluate(() => window.scrollTo(0, 400_000));
    await expect.poll(() => rowInTheMiddle(page)).toMatch(/^[45]\d\d\d$/);
    expect(await page.locator('.virtual-list > li').count()).toBeLessThan(60);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Shift Clock 2');
    await page.close();
  });

  it('scrolls in its own pane beside the detail', async () => {
    const page = await gallery.open('list', '', { viewport: sizes.desk });
    await page.locator('.frame-list').evaluate((pane) => pane.scrollTo(0, 400_000));
    await expect.poll(() => rowInTheMiddle(page)).toMatch(/^[45]\d\d\d$/);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.close();
  });
});

/** Pulls down with one finger, from near the top to that height. */
async function pull(page: Page, to: number): Promise<void> {
  const touches = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  await send('touchStart', 120);
  for (let y = 140; y <= to; y += 40) await send('touchMove', y);
  await send('touchEnd');
}

describe('pulling the page down', () => {
  it('refreshes when it goes far enough', async () => {
    const page = await gallery.open('home', '', { hasTouch: true, isMobile: true });
    await pull(page, 180);
    expect(await page.getByText('Refreshed.').count()).toBe(0);
    await pull(page, 420);
    await page.getByText('Refreshed.').waitFor();
    await page.close();
  });

  it('does nothing from the middle of the page', async () => {
    const page = await gallery.open('home', '', { hasTouch: true, isMobile: true });
    await page.evaluate(() => window.scrollTo(0, 300));
    await pull(page, 420);
    expect(await page.getByText('Refreshed.').count()).toBe(0);
    await page.close();
  });
});
