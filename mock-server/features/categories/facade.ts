import type { CatalogTx } from '../../platform/database/handles.ts';
import { createId, nextPsk } from '../../platform/database/identifiers.ts';
import { startCategories } from './start-categories.ts';
import { insertCategories } from './store.ts';

/** Gives a new organization the categories it is pre-populated with; document 2, Category. */
export async function seedCategories(tx: CatalogTx, { orgId }: { orgId: string }): Promise<void> {
  const first = await nextPsk(tx, orgId, 'categories', startCategories.length);
  const rows = startCategories.map((category, index) => ({
    org_id: orgId,
    id: createId(),
    psk: first + index,
    constant: category.name.toUpperCase().replace(/[^A-Z]+/g, '_'),
    name: category.name,
    icon: null,
    description: category.description,
  }));
  await insertCategories(tx, rows);
}
