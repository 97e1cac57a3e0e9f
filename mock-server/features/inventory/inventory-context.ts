import type { CatalogContext } from '../catalog/facade.ts';
import type { ItemCache } from './item-cache.ts';

/** The context of the catalog, and what this feature keeps in memory. */
export interface InventoryContext extends CatalogContext {
  readonly itemCache: ItemCache;
}
