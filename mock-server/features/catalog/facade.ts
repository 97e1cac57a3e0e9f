import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import type { PersonCatalog } from './person-catalog.ts';
import { catalogReader } from './reader.ts';

export { catalogAnswers } from './answers.ts';
export { Deadlines, type Missing } from './deadlines.ts';
export { InstallLinks, linkTime } from './install-links.ts';
export { isWithin, type Listing, type Offer } from './listing.ts';
export * as lists from './lists.ts';
export type { PersonCatalog } from './person-catalog.ts';
export { presentInstallFile } from './presenter.ts';
export { available, availableVersion } from './service.ts';
export { runsOn, systemOf } from './visibility.ts';

/** The caller's catalog as it was when the request came. Error: `not_authenticated` when user or device have just gone. */
export async function openCatalog(platform: Platform, caller: DeviceCaller): Promise<PersonCatalog> {
  const reader = catalogReader(platform);
  return reader.open(caller, caller.revisions ?? (await reader.revisions(caller)));
}

/** The same with what the request has changed since. */
export const openChangedCatalog = (platform: Platform, caller: DeviceCaller): Promise<PersonCatalog> =>
  openCatalog(platform, { ...caller, revisions: null });

/** The newest version of an application that the caller's groups allow; undefined when they do not have it. */
export async function visibleVersion(
  platform: Platform,
  caller: DeviceCaller,
  applicationId: string,
): Promise<{ id: string } | undefined> {
  const offer = (await openCatalog(platform, caller)).offerOf(applicationId);
  return offer && { id: offer.listing.version.id };
}
