import type { Browser } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { launchChromium } from './launch-chromium.ts';

/** A headless browser with all rules of the web in force, and with `more` arguments. The caller closes it. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return launchChromium(await findChromium(), more);
}

let shared: Promise<Browser> | null = null;

/**
 * The browser of this process, for callers who give each visitor a profile of their own and close that profile. The
 * browser ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
