import { readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { getDeviceSystem } from '../device/device-system.ts';
import { checkServiceLink } from '../http/check-link.ts';
import type { Client } from '../http/client.ts';
import { RefusedError } from '../http/errors.ts';
import type { InstallLink, Version } from '../records/install-record.ts';
import { startDownload } from './start-download.ts';

/** Passes install links to the device's own installer. */
export interface InstallerBridge {
  /** Whether the system accepts only one link for each tap. */
  readonly needsTapPerInstall: boolean;
  /**
   * Fetches a fresh link for an application, or for one version of it, and checks that it opens. Errors: `ClientError`.
   */
  fetchLink(application: string, version?: string): Promise<InstallLink>;
  /** Whether the system accepts a link now, or needs a tap first. */
  isReadyForLink(): boolean;
  /** Passes a link to the system. */
  openLink(handover: InstallLink): void;
  /** Whether the system has begun with the link; true where that can't be found out. Errors: `ClientError`. */
  hasStarted(handover: Pick<InstallLink, 'link'>): Promise<boolean>;
  /** The same, after waiting for it for a while. */
  waitForStart(handover: Pick<InstallLink, 'link'>): Promise<boolean>;
  /** Waits as long as the system needs between two links. */
  pauseBetweenLinks(): Promise<void>;
}

/** Milliseconds between two links: a system that shows a question about one ignores the next. */
const pauseMs = 1_500;
/** Milliseconds within which a download begins, if at all; and between two checks. */
const startTimeoutMs = 10_000;
const pollIntervalMs = 400;

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * The installer bridge of this device: iOS installs by a link with a manifest, and asks the person about each; others download a
 * file, and the service knows whether they began.
 */
export class DeviceInstallerBridge implements InstallerBridge {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  get needsTapPerInstall(): boolean {
    return getDeviceSystem() === 'ios';
  }

  async fetchLink(application: string, version?: string): Promise<InstallLink> {
    const { uri, ...fresh } = await this.#requestLink(application, version);
    const manifest = getManifestAddress(uri);
    const { address } = await checkServiceLink(this.#client, manifest ?? uri);
    return { ...fresh, link: manifest === null ? address : uri };
  }

  isReadyForLink(): boolean {
    return !this.needsTapPerInstall || (navigator.userActivation?.isActive ?? true);
  }

  openLink({ link }: InstallLink): void {
    startDownload(link);
  }

  async hasStarted({ link }: Pick<InstallLink, 'link'>): Promise<boolean> {
    // Only the system knows what it does with a manifest.
    if (getManifestAddress(link) !== null) return true;
    return checkServiceLink(this.#client, link).then(
      ({ isStarted }) => isStarted,
      (fault: unknown) => {
        // A link that has ended, and is asked about only for that reason.
        if (fault instanceof RefusedError) return false;
        throw fault;
      },
    );
  }

  async waitForStart(handover: Pick<InstallLink, 'link'>): Promise<boolean> {
    const start = performance.now();
    while (!(await this.hasStarted(handover))) {
      if (performance.now() - start > startTimeoutMs) return false;
      await delay(pollIntervalMs);
    }
    return true;
  }

  pauseBetweenLinks = (): Promise<void> => delay(pauseMs);

  async #requestLink(application: string, version?: string): Promise<{ uri: string; version: Version }> {
    if (version !== undefined) {
      const answer = await this.#client.call(readCatalogVersion, { params: { version } });
      return getInstallLink(answer.version);
    }
    const answer = await this.#client.call(readCatalogApplication, { params: { application } });
    const { catalog_info } = answer.application;
    return getInstallLink({ ...answer.application.version, catalog_info });
  }
}

type VersionWithLink = Version & { catalog_info: { install_uri: string } };

const getInstallLink = ({ id, version_num, catalog_info }: VersionWithLink) => ({
  uri: catalog_info.install_uri,
  version: { id, version_num },
});

/** The address of the manifest in an iOS link; null for a file. */
const getManifestAddress = (link: string): string | null =>
  link.startsWith('itms-services:') ? new URL(link).searchParams.get('url') : null;
