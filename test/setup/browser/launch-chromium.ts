import { type Browser, chromium } from 'playwright-core';
import { timeouts } from '../run/timeouts.ts';

/** A Chromium, and what its environment must add. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

/** What every use of Chromium here needs: no sandbox (root has none), and nothing that the browser does on its own. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts it without a window, with `more` arguments. The caller closes it. */
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
