import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

const launchArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless browser with all of the web's rules in force. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, environment } = await findChromium();
  return chromium.launch({
    executablePath,
    args: launchArguments,
    env: { ...process.env, ...environment },
  });
}
