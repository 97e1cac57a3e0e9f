import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { catalogDir } from '../../../mock-server/launch/paths.ts';
import { launchBrowser } from '../../setup/browser/browser.ts';
import { limited, type Measurement } from '../measurement.ts';
import { startPages } from './page-service.ts';

/** Most kB (1,000 bytes) of compressed JavaScript for a first visit. */
const limit = 105;

/** All JavaScript that a browser loads for the first screen, signing in, until there are no more requests. */
export const firstLoad: Measurement = {
  name: 'first-load',
  async run() {
    const service = await startPages();
    try {
      const scripts = await scriptsOf(service.url);
      const sizes = scripts.map((path) => gzipSync(readFileSync(join(catalogDir, path))).length / 1000);
      const whole = sizes.reduce((sum, size) => sum + size, 0);
      return [limited('first-load JavaScript, gzip', whole, 'kB', limit)];
    } finally {
      await service.stop();
    }
  },
};

/**
 * The paths of the scripts that the page requests. The service worker, which loads the rest for later, is blocked.
 * Error: when there are none, so that an empty result is not measured.
 */
async function scriptsOf(url: string): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    const paths = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) paths.add(pathname);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('button[type="submit"]').waitFor();
    if (paths.size === 0) throw new Error('The built page loads no script.');
    return [...paths];
  } finally {
    await browser.close();
  }
}
