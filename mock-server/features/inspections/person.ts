import type { PrivacyFindings } from '../../../contract/inspections.ts';
import { timestamp } from '../../platform/http/answers/timestamps.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { available, openCatalog } from '../catalog/facade.ts';
import * as store from './store.ts';

/**
 * What an inspection found that concerns the person, in the version of an application that they get; null when that
 * version was not inspected. Error: `forbidden` for an application that they do not have.
 */
export async function readPrivacy(
  platform: Platform,
  caller: DeviceCaller,
  identifier: string,
): Promise<PrivacyFindings | null> {
  const catalog = await openCatalog(platform, caller);
  const { listing } = await available(platform, caller, catalog, identifier);
  const row = await store.inspectionOf(platform.database.db, caller.homeOrgId, listing.version.id);
  if (row?.privacy == null || row.verified === null) return null;
  const { permissions, trackers } = JSON.parse(row.privacy) as PrivacyFindings;
  return { version_id: listing.version.id, inspected: timestamp(row.verified), permissions, trackers };
}
