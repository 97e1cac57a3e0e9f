import { type Browser, chromium } from 'playwright-core';
import { timeouts } from '../run/timeouts.ts';

/** A Chromium, and the variables that its environment needs. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

/**
 * Arguments for every use of Chromium in the tests: no sandbox, which root can't have, and nothing that the browser
 * does by itself.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser without a window, with `more` arguments. The caller closes it. */
export function launchChromium(
  { executablePath, environment }: Chromium,
  more: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...chromiumArguments, ...more],
    env: { ...process.env, ...environment },
    timeout: timeouts.step,
  });
}
