import type { CatalogEvent } from '../../../contract/sync.ts';

/** Whether a catalog with that cursor has what an event tells of: cursors begin with the revisions of their state. */
export function isKnown({ catalog, user, device }: CatalogEvent, cursor: string | null | undefined): boolean {
  const [ownCatalog = -1, ownUser = -1, ownDevice = -1] = cursor?.split('.').map(Number) ?? [];
  return ownCatalog >= catalog && ownUser >= user && ownDevice >= device;
}
