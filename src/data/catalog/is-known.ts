import type { CatalogEvent } from '../../../contract/sync.ts';

/** Whether a catalog with that cursor has what an event tells of: cursors begin with the revisions of their state. */
export function isKnown({ catalog, user, device }: CatalogEvent, cursor: string | null | undefined): boolean {
  const own = revisionsOf(cursor);
  return own.catalog >= catalog && own.user >= user && own.device >= device;
}

/** Whether a catalog with that cursor becomes the one that an event tells of by what the event hands on. */
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
