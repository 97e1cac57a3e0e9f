import type { FastifyInstance } from 'fastify';
import { type PrivacyFindings, readPrivacy } from '../../../contract/inspections.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import { route } from '../../platform/http/route.ts';
import { findInspection } from '../inspections/facade.ts';
import type { OffersContext } from './open-catalog.ts';
import { openCatalog } from './open-catalog.ts';
import { findAvailableApplication } from './service.ts';

/** What an application may do and whom it tells, as people read it on its page; document 2, Inspections. */
export function registerPrivacyFindings(app: FastifyInstance, platform: OffersContext): void {
  route(app, readPrivacy, async ({ caller, params }) => ({
    privacy: await privacyFindings(platform, caller, params.application),
  }));
}

/**
 * What an inspection found that concerns the person, in the version of an application that they get; null when that
 * version was not inspected. Error: `forbidden` for an application that they do not have.
 */
async function privacyFindings(
  platform: OffersContext,
  caller: DeviceCaller,
  identifier: string,
): Promise<PrivacyFindings | null> {
  const catalog = await openCatalog(platform, caller);
  const { listing } = await findAvailableApplication(platform, caller, catalog, identifier);
  const row = await findInspection(platform.database.db, caller.homeOrgId, listing.version.id);
  if (row?.privacy == null || row.verified === null) return null;
  const { permissions, trackers } = JSON.parse(row.privacy) as PrivacyFindings;
  return { version_id: listing.version.id, inspected: formatTimestamp(row.verified), permissions, trackers };
}
