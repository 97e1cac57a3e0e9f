/**
 * Draws every sample screen at three sizes, light and dark, into a folder, for someone to look at:
 * `node test/ui/gallery/look.ts FOLDER [SCREEN …]`
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { type Size, sizes } from '../../setup/browser/looks.ts';
import { appearances, type Gallery, openGallery, type Screen, screens } from './gallery.ts';

const [folder = 'screenshots', ...chosen] = process.argv.slice(2);

async function draw(gallery: Gallery, screen: Screen, size: Size): Promise<void> {
  for (const colorScheme of appearances) {
    const page = await gallery.open(screen, '', { viewport: sizes[size], colorScheme, deviceScaleFactor: 2 });
    await page.waitForLoadState('networkidle');
    await page.screenshot({
      path: join(folder, `${screen}-${size}-${colorScheme}.png`),
      animations: 'disabled',
    });
    await page.close();
  }
}

await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
const gallery = await openGallery(browser);
for (const screen of screens.filter((each) => chosen.length === 0 || chosen.includes(each))) {
  for (const size of Object.keys(sizes) as Size[]) await draw(gallery, screen, size);
}
await browser.close();
await gallery.close();
