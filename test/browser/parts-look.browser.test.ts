import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../setup/browser/browser.ts';
import { looks, sizes } from '../setup/browser/looks.ts';
import { openGallery, screens } from '../ui/gallery/gallery.ts';

const browser = await launchBrowser();
const gallery = await openGallery(browser);

afterAll(async () => {
  await browser.close();
  await gallery.close();
});

const touch = { hasTouch: true, isMobile: true };
const small = { viewport: { width: 320, height: 640 } };

/** By how many pixels the page is wider than the screen. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe.each(screens)('the parts on the screen %s', (screen) => {
  it('are accessible at every size, light and dark', async () => {
    const page = await gallery.open(screen, '', { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const { size, colorScheme, wrong } of looks) {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await wrong(page)).map((line) => `${size}, ${colorScheme}: ${line}`));
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it('fit a phone of 320 px, also with text twice as large, and from right to left', async () => {
    const page = await gallery.open(screen, '', small);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.close();
    const mirrored = await gallery.open(screen, '&dir=rtl', small);
    expect(await overflow(mirrored)).toBeLessThanOrEqual(0);
    await mirrored.close();
  });

  it('are touched at 48 px', async () => {
    const page = await gallery.open(screen, '', touch);
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.button, .icon-button, .frame-nav a, .input, .chip')]
        .filter((element) => element.offsetHeight > 0)
        .filter((element) => {
          const area = getComputedStyle(element, '::after').height;
          return Math.max(element.offsetHeight, Number.parseFloat(area) || 0) < 48;
        })
        .map((element) => element.outerHTML.slice(0, 90)),
    );
    expect(low).toEqual([]);
    await page.close();
  });
});

/** The page's background as drawn. */
async function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

describe('appearance', () => {
  it('follows the system, unless the person chose', async () => {
    const following = await gallery.open('home', '', { colorScheme: 'dark' });
    const dark = await ground(following);
    await following.emulateMedia({ colorScheme: 'light' });
    expect(await ground(following)).not.toBe(dark);
    await following.close();
    const chosen = await gallery.open('home', '&appearance=dark', { colorScheme: 'light' });
    expect(await ground(chosen)).toBe(dark);
    await chosen.close();
  });

  it('moves nothing for those who asked for less motion', async () => {
    const page = await gallery.open('parts', '', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Open sheet' }).click();
    const durations = await page.evaluate(() =>
      document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration)),
    );
    expect(durations.filter((duration) => duration > 1)).toEqual([]);
    await page.close();
  });

  it('keeps what is chosen visible in forced colours', async () => {
    const page = await gallery.open('parts', '', { forcedColors: 'active' });
    const background = (name: string) =>
      page.getByRole('button', { name }).evaluate((chip) => getComputedStyle(chip).backgroundColor);
    expect(await background('Installed')).not.toBe(await background('Web apps'));
    await page.close();
  });
});
