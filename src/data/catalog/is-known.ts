import type { CatalogEvent } from '../../../contract/sync.ts';

/**
 * Whether a catalog with this cursor already has what an event reports: a cursor begins with the revisions of its
 * state. Where a backup was put back, the next question finds out by the moment in the cursor.
 */
export function isKnown(event: CatalogEvent, cursor: string | null | undefined): boolean {
  const [catalog = -1, user = -1, device = -1] = cursor?.split('.').map(Number) ?? [];
  return catalog >= event.catalog && user >= event.user && device >= event.device;
}
