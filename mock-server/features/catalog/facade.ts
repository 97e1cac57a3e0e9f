import type { ReportedAt } from '../../platform/database/changes/changes.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import type { PersonCatalog } from './person-catalog.ts';
import type { DevicePart } from './personal.ts';
import { catalogReader } from './reader.ts';

export { catalogAnswers } from './answers.ts';
export { Deadlines, type Missing } from './deadlines.ts';
export { InstallLinks, linkTime } from './install-links.ts';
export { installedVersion } from './installed-store.ts';
export { isWithin, type Listing, type Offer } from './listing.ts';
export * as lists from './lists.ts';
export type { PersonCatalog } from './person-catalog.ts';
export { type DevicePart, devicePart, type InstalledVersion, loadDevicePart } from './personal.ts';
export { presentInstallFile } from './presenter.ts';
export { available, availableVersion } from './service.ts';
export { deviceSystem, runsOn, systemOf } from './visibility.ts';

/**
 * The caller's catalog as it was when the request came. Error: `not_authenticated` when user or device have just been
 * removed.
 */
export async function openCatalog(platform: Platform, caller: DeviceCaller): Promise<PersonCatalog> {
  const reader = catalogReader(platform);
  return reader.open(caller, caller.revisions ?? (await reader.revisions(caller)));
}

/** The caller's catalog with the changes that the request itself has made. */
export const openChangedCatalog = (platform: Platform, caller: DeviceCaller): Promise<PersonCatalog> =>
  openCatalog(platform, { ...caller, revisions: null });

/** The kept part of a device in that state; undefined where it has to be read. */
export const keptDevicePart = (
  platform: Platform,
  { homeOrgId, device }: DeviceCaller,
  at: ReportedAt,
): DevicePart | undefined => catalogReader(platform).deviceAt(homeOrgId, device.id, at);

/** What a device has installed after a report, and the state in which that is true. */
export interface LeftOnDevice {
  at: ReportedAt;
  part: DevicePart;
}

/** Keeps what a device has installed after a report; call it when the report is committed. */
export const keepDevicePart = (
  platform: Platform,
  { homeOrgId, device }: DeviceCaller,
  { at, part }: LeftOnDevice,
): void => catalogReader(platform).keepDevice(homeOrgId, device.id, at, part);

/** The caller's catalog after a report whose outcome was kept: the device's part is not read again. */
export const openReportedCatalog = (
  platform: Platform,
  caller: DeviceCaller,
  { at }: LeftOnDevice,
): Promise<PersonCatalog> =>
  caller.revisions === null
    ? openChangedCatalog(platform, caller)
    : catalogReader(platform).open(caller, { ...caller.revisions, ...at });

/**
 * The newest version of an application that the caller's groups allow; undefined when they do not have the application.
 */
export async function visibleVersion(
  platform: Platform,
  caller: DeviceCaller,
  applicationId: string,
): Promise<{ id: string } | undefined> {
  const offer = (await openCatalog(platform, caller)).offerOf(applicationId);
  return offer && { id: offer.listing.version.id };
}
