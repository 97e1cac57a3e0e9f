import type { CatalogEvent } from '../../../contract/sync.ts';

/**
 * Whether a catalog with this cursor already has what an event reports: a cursor begins with the revisions of its
 * state. Where a backup was put back, the next question finds out by the moment in the cursor.
 */
export function isKnown({ catalog, user, device }: CatalogEvent, cursor: string | null | undefined): boolean {
  const own = revisionsOf(cursor);
  return own.catalog >= catalog && own.user >= user && own.device >= device;
}

/** Whether what an event hands on brings a catalog with this cursor to the state of the event. */
export function isFooting(
  { handed, catalog, user, device }: CatalogEvent,
  cursor: string | null | undefined,
): boolean {
  const own = revisionsOf(cursor);
  if (handed === undefined || own.user !== user || own.device !== device) return false;
  return own.catalog >= handed.since && own.catalog <= catalog;
}

function revisionsOf(cursor: string | null | undefined): Pick<CatalogEvent, 'catalog' | 'user' | 'device'> {
  const [catalog = -1, user = -1, device = -1] = cursor?.split('.').map(Number) ?? [];
  return { catalog, user, device };
}
