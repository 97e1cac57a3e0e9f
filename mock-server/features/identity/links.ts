import { ServiceError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** A short-lived link for one person and device to one address. */
export interface Link {
  orgId: string;
  userId: string;
  deviceId: string;
  /** Identifies the link of a file, so that the link counts once; empty for other links. */
  id: string;
  /** Moment (ms) at which it ends. */
  expires: number;
}

/** The link of a direct install, which works for anybody who has it, because nobody is signed in. */
export type DirectLink = Pick<Link, 'orgId' | 'id' | 'expires'>;

const secondMs = 1000;

const invalidLinkError = () =>
  new ServiceError(
    'link_expired',
    'This download link is not valid. Open the application in the catalog and install it from there.',
  );
const expiredLinkError = () =>
  new ServiceError(
    'link_expired',
    'This download link has expired. Open the application in the catalog again and install it from there.',
  );

/**
 * The token of a link, for the query parameter `download_token`: its fields and their signature together with the path.
 * The path is not in the token, so a token opens only the address that it was made for.
 */
export const signLink = (secrets: Secrets, path: string, link: Link): string =>
  createLinkSigner(secrets, link)(path);

/** Makes the tokens of links that differ only in their path: a list has one for each of its entries. */
export const createLinkSigner = (secrets: Secrets, link: Link): ((path: string) => string) =>
  createTokenSigner(
    secrets,
    'download link',
    [link.orgId, link.userId, link.deviceId, link.id],
    link.expires,
  );

/** The link behind a token. Error: `link_expired` when it is forged, was made for another address, or has ended. */
export function openLink(secrets: Secrets, token: string, path: string, at = Date.now()): Link {
  const { fields, expires } = verifyToken(secrets, 'download link', path, token, at);
  const [orgId = '', userId = '', deviceId = '', id = ''] = fields;
  return { orgId, userId, deviceId, id, expires };
}

export const signDirectLink = (secrets: Secrets, path: string, link: DirectLink): string =>
  createTokenSigner(secrets, 'direct link', [link.orgId, link.id], link.expires)(path);

/** Error: `link_expired`, as `openLink`. */
export function openDirectLink(secrets: Secrets, token: string, path: string, at = Date.now()): DirectLink {
  const { fields, expires } = verifyToken(secrets, 'direct link', path, token, at);
  const [orgId = '', id = ''] = fields;
  return { orgId, id, expires };
}

type Kind = 'download link' | 'direct link';

function createTokenSigner(
  secrets: Secrets,
  kind: Kind,
  fields: readonly string[],
  expires: number,
): (path: string) => string {
  const content = [...fields, Math.floor(expires / secondMs).toString(36)].join('.');
  return (path) => `${content}.${secrets.sign(kind, `${canonicalPath(path)}?${content}`)}`;
}

function verifyToken(secrets: Secrets, kind: Kind, path: string, token: string, at: number) {
  const parts = token.split('.');
  const signature = parts.pop() ?? '';
  if (!secrets.verify(kind, `${canonicalPath(path)}?${parts.join('.')}`, signature)) throw invalidLinkError();
  const expires = Number.parseInt(parts.pop() ?? '', 36) * secondMs;
  if (!(expires > at)) throw expiredLinkError();
  return { fields: parts, expires };
}

/** A path without its last slash: every path is served with and without it. */
const canonicalPath = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
