import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../setup/browser/chromium.ts';
import { chromiumArguments } from '../setup/browser/launch-chromium.ts';
import { timeouts } from '../setup/run/timeouts.ts';

/** An Android phone, so that the catalog offers what installs there. */
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

/** A Chromium on a profile of its own, which outlives its processes. */
export class KillableBrowser {
  readonly #profile: string;
  #process: ChildProcess | null = null;

  private constructor(profile: string) {
    this.#profile = profile;
    // A run that is broken off leaves neither processes nor files.
    process.once('exit', this.#endAtOnce);
  }

  static async make(): Promise<KillableBrowser> {
    return new KillableBrowser(await mkdtemp(join(tmpdir(), 'appshelf-profile-')));
  }

  /** Starts it on what the profile has kept. */
  async start(): Promise<BrowserContext> {
    const { executablePath, environment } = await findChromium();
    const own = ['--headless', '--lang=en', '--remote-debugging-port=0', `--user-data-dir=${this.#profile}`];
    // A group of its own, so that a kill leaves none of its processes.
    const browser = spawn(executablePath, [...chromiumArguments, ...own, `--user-agent=${phone}`], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    this.#process = browser;
    const connected = await chromium.connectOverCDP(await debuggingAddress(browser), {
      timeout: timeouts.step,
    });
    const [context] = connected.contexts();
    if (context === undefined) throw new Error('The browser has no profile.');
    context.setDefaultTimeout(timeouts.step);
    return context;
  }

  readonly #endAtOnce = (): void => {
    this.#signal();
    // What was killed may still be writing for a moment.
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  #signal(): void {
    const group = this.#process?.pid;
    if (group === undefined) return;
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /** Ends all of its processes in the middle of whatever they do. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (running === null) return;
    const hasEnded = running.exitCode !== null || running.signalCode !== null;
    const ended = hasEnded ? null : once(running, 'exit');
    this.#signal();
    this.#process = null;
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    process.off('exit', this.#endAtOnce);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The address that a browser tells once it listens. Error: its own words, when it ends before. */
async function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The browser has no output to read.');
  const reported: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    reported.push(line);
  }
  throw new Error(`The browser ended before it listened.\n${reported.join('\n')}`);
}
