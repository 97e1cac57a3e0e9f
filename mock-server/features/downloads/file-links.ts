import type { FastifyRequest } from 'fastify';
import { createId } from '../../platform/database/identifiers.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import type { Platform } from '../../platform/services.ts';
import { buildMediaUrl } from '../applications/facade.ts';
import { signDirectLink, signLink } from '../identity/facade.ts';
import { formatManifest, getManifestLifetime } from './manifest.ts';
import type { Package } from './package.ts';

/**
 * How long (ms) links to a file, or to the manifest of a direct install, are valid. For those inside a manifest, see
 * `manifest.ts`.
 */
export const fileLinkLifetimeMs = 10 * 60_000;

/** The path of install files, which only a link token opens. */
export const personalFiles = '/downloads/files/';
export const directFiles = '/downloads/direct/';

/** Makes absolute addresses of install files, for one person or for a direct install. */
export type FileLinks = (fileId: string, lifetime: number) => string;

export function createPersonalLinks(
  platform: Platform,
  request: FastifyRequest,
  caller: DeviceCaller,
): FileLinks {
  const base = getBaseUrl(request, platform.config);
  const who = { orgId: caller.homeOrgId, userId: caller.user.id, deviceId: caller.device.id };
  return (fileId, lifetime) => {
    const path = personalFiles + fileId;
    const link = { ...who, id: createId(), expires: Date.now() + lifetime };
    return `${base}${path}?download_token=${signLink(platform.secrets, path, link)}`;
  };
}

export function createDirectLinks(platform: Platform, request: FastifyRequest, orgId: string): FileLinks {
  const base = getBaseUrl(request, platform.config);
  return (fileId, lifetime) => {
    const path = directFiles + fileId;
    const link = { orgId, id: createId(), expires: Date.now() + lifetime };
    return `${base}${path}?download_token=${signDirectLink(platform.secrets, path, link)}`;
  };
}

/** The picture that the system shows during the install of a package without one: the catalog's. */
const catalogIcon = '/icons/apple-touch-icon.png';

/** The iOS manifest of packages. Its links live long enough for the download of all of them. */
export function buildManifest(packages: readonly Package[], links: FileLinks, base: string): string {
  const lifetime = getManifestLifetime(packages.reduce((total, { size }) => total + size, 0));
  return formatManifest(
    packages.map((file) => ({
      package: file,
      fileUrl: links(file.fileId, lifetime),
      iconUrl: buildMediaUrl(base, file.icon) ?? base + catalogIcon,
    })),
  );
}
