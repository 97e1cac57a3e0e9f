import type { Browser } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { launchChromium } from './launch-chromium.ts';

/** A headless browser with all of the web's rules in force, and with `more` arguments. The caller closes it. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return launchChromium(await findChromium(), more);
}

let shared: Promise<Browser> | null = null;

/** The browser of this process, for whoever gives each visitor a profile of their own and closes that. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
