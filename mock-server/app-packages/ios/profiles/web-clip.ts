import { createHash } from 'node:crypto';
import { build } from 'plist';
import type { HybridApp } from '../../hybrid-app.ts';

/** The width and height of a web clip's icon in pixels: that of the largest phones. */
export const webClipIconPixels = 180;

/**
 * The configuration profile that puts a hybrid application on the home screen of an iPhone or iPad, without a
 * signature; Apple, "Device Management", WebClip. It fills the screen unless it has a bar or tabs, which only the
 * browser provides. The same input gives the same bytes, and every profile of an application replaces the one before.
 */
export function buildWebClip(app: HybridApp, iconPng: Buffer): Buffer {
  const clip = {
    PayloadType: 'com.apple.webClip.managed',
    PayloadVersion: 1,
    PayloadIdentifier: `${app.identifier}.webclip`,
    PayloadUUID: stableUuid(`${app.identifier}.webclip`),
    PayloadDisplayName: app.name,
    Label: app.name,
    URL: app.address,
    Icon: iconPng,
    IsRemovable: true,
    FullScreen: !app.showsNavbar && !app.allowsTabs,
  };
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: app.identifier,
    PayloadUUID: stableUuid(app.identifier),
    PayloadDisplayName: app.name,
    PayloadDescription: `Adds ${app.name} (${app.address}) to the home screen.`,
    PayloadContent: [clip],
  };
  return Buffer.from(build(profile));
}

/** A UUID of version 8 (RFC 9562) that is the same for the same name. */
function stableUuid(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x80, 6);
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8);
  return bytes
    .toString('hex')
    .toUpperCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
