import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { findChromium } from '../../setup/browser/chromium.ts';
import { chromiumArguments } from '../../setup/browser/launch-chromium.ts';
import { freePort } from '../../setup/free-port.ts';
import { timeouts } from '../../setup/run/timeouts.ts';
import type { Measurement, Row } from '../measurement.ts';
import { startPages } from './page-service.ts';

/** Scores that the sign-in page must reach on Lighthouse's simulated phone. */
const wanted = { performance: 0.95, accessibility: 1, 'best-practices': 1 } as const;

/** Lighthouse for mobile, on the first screen of all visitors. */
export const lighthouseScores: Measurement = {
  name: 'lighthouse',
  async run() {
    const service = await startPages();
    try {
      return await withChromium(async (port) => {
        const result = await lighthouse(service.url, {
          port,
          logLevel: 'error',
          onlyCategories: Object.keys(wanted),
        });
        return Object.entries(wanted).map(([category, score]): Row => {
          const ours = result?.lhr.categories[category]?.score ?? 0;
          return {
            work: `Lighthouse mobile, ${category}`,
            ours,
            unit: '',
            against: { name: 'limit', value: score },
            target: { atLeast: 1 },
          };
        });
      });
    } finally {
      await service.stop();
    }
  },
};

/** Runs work with a Chromium that Lighthouse controls through its debugging port. */
async function withChromium<R>(work: (port: number) => Promise<R>): Promise<R> {
  const { executablePath, environment } = await findChromium();
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'appshelf-lighthouse-'));
  const options = [...chromiumArguments, '--headless=new', '--disable-gpu'];
  const browser = spawn(
    executablePath,
    [...options, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { env: { ...process.env, ...environment }, stdio: 'ignore' },
  );
  try {
    await answering(port);
    return await work(port);
  } finally {
    browser.kill();
    if (browser.exitCode === null) await once(browser, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves when the debugging port answers. Error: when it does not answer in time. */
async function answering(port: number): Promise<void> {
  const end = Date.now() + timeouts.step;
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Chromium did not open its debugging port.');
}
