import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogDir } from '../../../mock-server/launch/paths.ts';
import { connect, type Database } from '../../../mock-server/platform/database/connect.ts';
import type { Db } from '../../../mock-server/platform/database/handles.ts';
import { freePort } from '../../setup/free-port.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { copyDemoData } from './demo-data.ts';

export interface ProductOptions {
  /** A build of the catalog to use instead of `dist`. */
  catalog?: string;
  /** Where it sends its mail; to the outbox folder when left out. */
  smtpUrl?: string;
}

/** The built service with the built catalog, in a process of its own, on a copy of the demo organization's data. */
export class Product {
  readonly url: string;
  readonly #dataDir: string;
  readonly #database: Database;
  readonly #service: ServiceProcess;

  private constructor(
    port: number,
    dataDir: string,
    database: Database,
    { catalog = catalogDir, smtpUrl = '' }: ProductOptions,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.#dataDir = dataDir;
    this.#database = database;
    this.#service = new ServiceProcess({
      DATA_DIR: dataDir,
      CATALOG_DIR: catalog,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'true',
      SMTP_URL: smtpUrl,
    });
  }

  static async start(options: ProductOptions = {}): Promise<Product> {
    const dataDir = await copyDemoData();
    const database = await connect({ file: join(dataDir, 'appshelf.sqlite') });
    const product = new Product(await freePort(), dataDir, database, options);
    await product.resume();
    return product;
  }

  /** The service's own database, to check what arrived there. */
  get db(): Db {
    return this.#database.db;
  }

  /** The folder to which the service writes its mail. */
  get outbox(): string {
    return join(this.#dataDir, 'outbox');
  }

  /** Starts the service again at the same address; resolves when it answers. */
  resume = (): Promise<void> => this.#service.start();

  /** Stops the service; its data stays. */
  halt = (): Promise<void> => this.#service.stop();

  /** Ends the service and removes its data. */
  async close(): Promise<void> {
    await this.halt();
    await this.#database.close();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
