import { readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { deviceSystem } from '../device/device-system.ts';
import { askLink } from '../http/ask-link.ts';
import type { Client } from '../http/client.ts';
import { RefusedError } from '../http/errors.ts';
import type { Handover, Version } from './install-record.ts';
import { startDownload } from './start-download.ts';

/** The way of an application to the device's own installer. */
export interface Courier {
  /** Whether the system accepts only one link for each tap. */
  readonly onePerTap: boolean;
  /**
   * Fetches a fresh link for an application, or for one version of it, and checks that it opens. Errors: `ClientError`.
   */
  fetch(application: string, version?: string): Promise<Handover>;
  /** Whether the system accepts a link now, or needs a tap first. */
  mayGive(): boolean;
  /** Passes a link to the system. */
  give(handover: Handover): void;
  /** Whether the system has begun with the link; true where that can't be found out. Errors: `ClientError`. */
  hasBegun(handover: Pick<Handover, 'link'>): Promise<boolean>;
  /** The same, after waiting for it for a while. */
  begins(handover: Pick<Handover, 'link'>): Promise<boolean>;
  /** Waits as long as the system needs between two links. */
  rest(): Promise<void>;
}

/** Milliseconds between two links: a system that shows a question about one ignores the next. */
const pause = 1_500;
/** Milliseconds within which a download begins, if at all; and between two checks. */
const timeout = 10_000;
const look = 400;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * The courier of this device: iOS installs by a link with a manifest, and asks the person about each; others download a
 * file, and the service knows whether they began.
 */
export class DeviceCourier implements Courier {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  get onePerTap(): boolean {
    return deviceSystem() === 'ios';
  }

  async fetch(application: string, version?: string): Promise<Handover> {
    const { uri, ...fresh } = await this.#freshLink(application, version);
    const manifest = manifestOf(uri);
    const { address } = await askLink(this.#client, manifest ?? uri);
    return { ...fresh, link: manifest === null ? address : uri };
  }

  mayGive(): boolean {
    return !this.onePerTap || (navigator.userActivation?.isActive ?? true);
  }

  give({ link }: Handover): void {
    startDownload(link);
  }

  async hasBegun({ link }: Pick<Handover, 'link'>): Promise<boolean> {
    // Only the system knows what it does with a manifest.
    if (manifestOf(link) !== null) return true;
    return askLink(this.#client, link).then(
      ({ begun }) => begun,
      (fault: unknown) => {
        // A link that has ended, and is asked about only for that reason.
        if (fault instanceof RefusedError) return false;
        throw fault;
      },
    );
  }

  async begins(handover: Pick<Handover, 'link'>): Promise<boolean> {
    const start = performance.now();
    while (!(await this.hasBegun(handover))) {
      if (performance.now() - start > timeout) return false;
      await wait(look);
    }
    return true;
  }

  rest = (): Promise<void> => wait(pause);

  async #freshLink(application: string, version?: string): Promise<{ uri: string; version: Version }> {
    if (version !== undefined) {
      const answer = await this.#client.call(readCatalogVersion, { params: { version } });
      return linkIn(answer.version);
    }
    const answer = await this.#client.call(readCatalogApplication, { params: { application } });
    const { catalog_info } = answer.application;
    return linkIn({ ...answer.application.version, catalog_info });
  }
}

type Linked = Version & { catalog_info: { install_uri: string } };

const linkIn = ({ id, version_num, catalog_info }: Linked) => ({
  uri: catalog_info.install_uri,
  version: { id, version_num },
});

/** The address of the manifest in an iOS link; null for a file. */
const manifestOf = (link: string): string | null =>
  link.startsWith('itms-services:') ? new URL(link).searchParams.get('url') : null;
