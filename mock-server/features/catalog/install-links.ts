import { applicationTypes } from '../../../contract/common/codes.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createLinkSigner } from '../identity/facade.ts';
import type { Listing } from './listing.ts';

/**
 * Links made within the same step are equal, so that an unchanged list keeps its ETag for that time. They end one step
 * after it.
 */
const linkStepMs = 5 * 60_000;

/** The address that makes iOS install what a manifest names; document 3, Downloads and installs. */
export const buildManifestUri = (manifestAddress: string): string =>
  `itms-services://?action=download-manifest&url=${encodeURIComponent(manifestAddress)}`;

/** How `install_uri` is written: with a short-lived token, or without any. */
export type LinkMode = 'full' | 'none';

/** The part of a caller's links that depends on time. */
export interface LinkExpiry {
  mode: LinkMode;
  /** Moment (ms) at which the links end; 0 without tokens. They live for 5 to 10 minutes. */
  expires: number;
  /** Moment (ms) until which links are written the same; without an end where they have no token. */
  until: number;
}

export function getLinkExpiry(mode: LinkMode): LinkExpiry {
  if (mode === 'none') return { mode, expires: 0, until: Number.POSITIVE_INFINITY };
  const until = (Math.floor(Date.now() / linkStepMs) + 1) * linkStepMs;
  return { mode, expires: until + linkStepMs, until };
}

/** Writes the `install_uri` of entries for one caller; document 3, Catalog application entry, `catalog_info`. */
export class InstallLinks {
  /** The beginning of every absolute address in the answer. */
  readonly base: string;
  /** Makes the token of a path; null where links have none. */
  readonly #sign: ((path: string) => string) | null;

  constructor(secrets: Secrets, caller: DeviceCaller, base: string, { mode, expires }: LinkExpiry) {
    const { homeOrgId: orgId, user, device } = caller;
    const link = { orgId, userId: user.id, deviceId: device.id, id: '', expires };
    this.base = base;
    this.#sign = mode === 'none' ? null : createLinkSigner(secrets, link);
  }

  /** A link that installs whatever is the newest visible version when it is used. */
  forApplication(listing: Listing): string {
    return this.#buildUri(listing, `/v1/downloads/install/applications/${listing.application.id}`);
  }

  /** A link that installs this version. */
  forVersion(listing: Listing): string {
    return this.#buildUri(listing, `/v1/downloads/install/versions/${listing.version.id}`);
  }

  /** An iOS install-manifest URI, a download address, or the address of an application without a file. */
  #buildUri(listing: Listing, path: string): string {
    if (listing.version.file_id === null) return listing.url ?? '';
    const address = this.base + path + this.#getToken(path);
    return listing.application.type === applicationTypes.iosNative ? buildManifestUri(address) : address;
  }

  #getToken(path: string): string {
    return this.#sign === null ? '' : `?download_token=${this.#sign(path)}`;
  }
}
