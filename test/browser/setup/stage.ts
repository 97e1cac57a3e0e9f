import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedBrowser } from '../../setup/browser/browser.ts';
import type { Device } from './devices.ts';
import { Product, type ProductOptions } from './product.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

export interface StageOptions extends ProductOptions {
  /**
   * False where nothing is tested of the service worker: to install it is a quarter of a visit. A test that needs it
   * all the same asks for `serviceWorkers: 'allow'`.
   */
  needsWorker?: boolean;
}

/** What the tests of a file share: the running product. The browser is shared by the whole process. */
export class Stage {
  readonly #visits: VisitOptions;
  #product: Product | null = null;
  #browser: Browser | null = null;
  #visitors: Visitor[] = [];
  #staying: Visitor[] = [];

  constructor({ needsWorker = true }: StageOptions) {
    this.#visits = needsWorker ? {} : { serviceWorkers: 'block' };
  }

  get product(): Product {
    if (this.#product === null) throw new Error('The product is not started yet.');
    return this.#product;
  }

  get browser(): Browser {
    if (this.#browser === null) throw new Error('The browser is not started yet.');
    return this.#browser;
  }

  async open(options: ProductOptions): Promise<void> {
    this.#product = await Product.start(options);
    this.#browser = await sharedBrowser();
  }

  /** Opens the catalog on a new device, until the test ends. */
  async visit(device: Device, options: VisitOptions = {}): Promise<Visitor> {
    const visitor = await visit(this.browser, this.product, device, { ...this.#visits, ...options });
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Opens the catalog on a new device, until the tests of the file end: for tests that leave it as they found it. */
  async stay(device: Device, options: VisitOptions = {}): Promise<Visitor> {
    const visitor = await visit(this.browser, this.product, device, { ...this.#visits, ...options });
    this.#staying.push(visitor);
    return visitor;
  }

  /** Ends the visits of a test. Returns what the browser logged meanwhile. */
  async leave(): Promise<string[]> {
    const visitors = this.#visitors;
    this.#visitors = [];
    for (const { context } of visitors) await context.close();
    return [...visitors, ...this.#staying].flatMap(({ complaints }) => complaints.splice(0));
  }

  async close(): Promise<void> {
    for (const { context } of this.#staying.splice(0)) await context.close();
    await this.#product?.close();
  }
}

/** The stage of a test file. After each test its visits end, and the browser's console must be empty. */
export function openStage(options: StageOptions = {}): Stage {
  const stage = new Stage(options);
  beforeAll(() => stage.open(options));
  afterEach(async () => expect(await stage.leave()).toEqual([]));
  afterAll(() => stage.close());
  return stage;
}
