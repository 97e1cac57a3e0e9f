import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { devices } from './devices.ts';
import type { Stage } from './stage.ts';
import { type DemoAccount, signIn } from './visitor.ts';

/**
 * Android phones that several tests share, because these tests change nothing on the device: one for each person, who
 * signs in once, and one without a sign-in. A phone for each test would cost some seconds to load the catalog, sign in
 * and install the worker.
 */
export class Looking {
  readonly #stage: Stage;
  readonly #phones = new Map<DemoAccount | null, Promise<BrowserContext>>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** A page of that person's phone, closed after the test. */
  async page(account: DemoAccount | null, path: string): Promise<Page> {
    const phone = this.#phones.get(account) ?? this.#phone(account);
    this.#phones.set(account, phone);
    const page = await (await phone).newPage();
    onTestFinished(() => page.close());
    await page.goto(path);
    return page;
  }

  async #phone(account: DemoAccount | null): Promise<BrowserContext> {
    const { context, page } = await this.#stage.stay(devices.androidPhone, { reducedMotion: 'reduce' });
    if (account !== null) await signIn(page, account);
    await page.close();
    return context;
  }
}
