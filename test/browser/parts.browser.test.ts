import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../setup/browser.ts';
import { type Gallery, openGallery, screens, sizes } from '../ui/gallery/gallery.ts';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  browser = await launchBrowser();
  gallery = await openGallery(browser);
});

afterAll(async () => {
  await browser.close();
  await gallery.close();
});

const touch = { hasTouch: true, isMobile: true };
const small = { viewport: { width: 320, height: 640 } };

/** What axe finds wrong, a line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Pixels the page is wider than the screen. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Both appearances where most people look, and one each on the wider screens. */
const looks = [
  ['phone', 'light'],
  ['phone', 'dark'],
  ['tablet', 'dark'],
  ['desk', 'light'],
] as const;

describe.each(screens)('the parts on the screen %s', (screen) => {
  it('are accessible at every size, light and dark', async () => {
    const page = await gallery.open(screen, '', { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const [size, colorScheme] of looks) {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await violations(page)).map((line) => `${size}, ${colorScheme}: ${line}`));
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

describe('a window', () => {
  it('keeps the focus inside, closes on Escape, and gives the focus back', async () => {
    const page = await gallery.open('parts');
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    expect(await violations(page)).toEqual([]);
    for (let tab = 0; tab < 6; tab += 1) {
      await page.keyboard.press('Tab');
      // The browser's own bars (the body, to the page) come between the last part and the first.
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
});

/** The place in the list of the row in the middle of the screen. */
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
