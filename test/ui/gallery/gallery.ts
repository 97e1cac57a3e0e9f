import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build, type InlineConfig, preview } from 'vite';
import { sizes } from '../../setup/browser/looks.ts';
import { freePort } from '../../setup/free-port.ts';
import { timeouts } from '../../setup/run/timeouts.ts';

/** The sample screens, as `main.tsx` knows them. */
export const screens = ['home', 'application', 'list', 'required', 'form', 'states', 'parts'] as const;
export type Screen = (typeof screens)[number];

export const appearances = ['light', 'dark'] as const;

export type Gallery = {
  /** Opens a screen in a page of its own; `extra` goes to its address, `options` to the browser. */
  open: (screen: Screen, extra?: string, options?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
};

/** Builds the gallery and serves it on a free loopback port, for that browser. The caller closes both. */
export async function openGallery(browser: Browser): Promise<Gallery> {
  // A separate directory: two files of tests build a gallery at the same time.
  const outDir = await mkdtemp(join(tmpdir(), 'appshelf-gallery-'));
  const config: InlineConfig = {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
    preview: { host: '127.0.0.1', port: await freePort() },
  };
  await build(config);
  const server = await preview(config);
  const base = server.resolvedUrls?.local[0];
  if (base === undefined) throw new Error('The gallery is not served.');
  return {
    open: async (screen, extra = '', options = {}) => {
      const context = await browser.newContext({ viewport: sizes.phone, ...options });
      context.setDefaultTimeout(timeouts.step);
      const page = await context.newPage();
      page.once('close', () => void context.close().catch(() => undefined));
      await page.goto(`${base}?screen=${screen}${extra}`);
      await page.locator('main').waitFor();
      return page;
    },
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
