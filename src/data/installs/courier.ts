import { readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { deviceSystem } from '../device/device-system.ts';
import { askLink } from '../http/ask-link.ts';
import type { Client } from '../http/client.ts';
import { RefusedError } from '../http/errors.ts';
import type { Handover, Version } from './install-record.ts';
import { startDownload } from './start-download.ts';

/** How an application gets to the device's own installer. */
export interface Courier {
  /** Whether the system takes one link for each tap. */
  readonly onePerTap: boolean;
  /** A fresh link of an application, or of one version of it, which opens. Errors: `ClientError`. */
  fetch(application: string, version?: string): Promise<Handover>;
  /** Whether the system takes a link now, or needs a tap before. */
  mayGive(): boolean;
  /** Gives a link to the system. */
  give(handover: Handover): void;
  /** Whether the system has begun with what it was given; true where nobody can know. Errors: `ClientError`. */
  hasBegun(handover: Pick<Handover, 'link'>): Promise<boolean>;
  /** The same, waiting for it for a while. */
  begins(handover: Pick<Handover, 'link'>): Promise<boolean>;
  /** What the system needs between two links. */
  rest(): Promise<void>;
}

/** Milliseconds between two links: a system that asks about one does not take the next. */
const pause = 1_500;
/** Milliseconds in which a download begins, or did not; and between two looks. */
const timeout = 10_000;
const look = 400;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * The courier of this device: iOS installs by a link with a manifest, and asks about each; others download a file, and the
 * service knows whether they began.
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
    // What the system does with a manifest, only it knows.
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

/** The address of the manifest that an iOS link names; null for a file. */
const manifestOf = (link: string): string | null =>
  link.startsWith('itms-services:') ? new URL(link).searchParams.get('url') : null;
