import type { LinkPurpose } from '../../platform/http/contexts.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { openLink as open } from './links.ts';

export { countFirstLogin } from './counting.ts';
export { linkSigner } from './links.ts';

/** The content of a link token, checked for one request. */
export interface OpenedLink {
  id: string;
  orgId: string;
  userId: string;
  deviceId: string;
  /** The moment at which it expires, in stored form. */
  expires: string;
}

/** Opens the link token of a request. Error: `link_expired` when it is forged, expired, or made for another address. */
export function openLink(secrets: Secrets, token: string, purpose: LinkPurpose): OpenedLink {
  const link = open(secrets, token, purpose.path);
  return { ...link, expires: new Date(link.expires).toISOString() };
}
