import type { CatalogContext } from '../catalog/facade.ts';
import type { KnownItems } from './known-items.ts';

/** The context of the catalog, and what this feature keeps in memory. */
export interface InventoryContext extends CatalogContext {
  readonly knownItems: KnownItems;
}
