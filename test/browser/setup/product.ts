import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { catalogDir, serverFile } from '../../../mock-server/launch/paths.ts';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import type { Db } from '../../../mock-server/platform/database/handles.ts';
import { freePort } from '../../setup/free-port.ts';
import { copyDemoData } from './demo-data.ts';

export interface ProductOptions {
  /** Another build of the catalog than the one in `dist`. */
  catalog?: string;
  /** Where it hands its mail over; the outbox when left out. */
  smtpUrl?: string;
}

/** The built service with the built catalog, in a process of its own, on a copy of the demo organization's data. */
export class Product {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  readonly #catalog: string;
  readonly #database: Database;
  readonly #smtpUrl: string;
  #process: ChildProcess | null = null;

  private constructor(
    port: number,
    dataDir: string,
    database: Database,
    { catalog = catalogDir, smtpUrl = '' }: ProductOptions,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#dataDir = dataDir;
    this.#catalog = catalog;
    this.#database = database;
    this.#smtpUrl = smtpUrl;
  }

  static async start(options: ProductOptions = {}): Promise<Product> {
    const dataDir = await copyDemoData();
    const database = await connect({ file: join(dataDir, 'appshelf.sqlite') });
    const product = new Product(await freePort(), dataDir, database, options);
    await product.resume();
    return product;
  }

  /** The service's own database, to look at what arrived there. */
  get db(): Db {
    return this.#database.db;
  }

  /** Where the service leaves its mail. */
  get outbox(): string {
    return join(this.#dataDir, 'outbox');
  }

  /** Starts the service again at the same address; done when it answers. */
  async resume(): Promise<void> {
    const env = {
      ...process.env,
      DATA_DIR: this.#dataDir,
      CATALOG_DIR: this.#catalog,
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      DEMO: 'true',
      SMTP_URL: this.#smtpUrl,
    };
    this.#process = spawn(process.execPath, [serverFile], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await ready(this.#process);
  }

  /** The service is gone; its data stays. */
  async halt(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }

  /** Ends the service and removes its data. */
  async close(): Promise<void> {
    await this.halt();
    await this.#database.close();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** Waits for the line that the service writes when it listens. Error: when it ends before. */
async function ready({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('The service has no output to read.');
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    if (line.includes('"msg":"ready"')) {
      stdout.resume();
      return;
    }
  }
  throw new Error('The service ended before it listened.');
}
