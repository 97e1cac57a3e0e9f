import type { CatalogTx } from '../../../platform/database/handles.ts';
import { listScreenshotRows } from '../lists/batch-store.ts';
import * as store from '../store.ts';
import type { StoreScreenshot } from './pictures.ts';

const slots = [1, 2, 3, 4, 5];

/** Puts a store's screenshots into free slots, except those that are already in a slot. */
export async function fillScreenshots(
  tx: CatalogTx,
  { org_id, id: application }: store.ApplicationRow,
  screenshots: readonly StoreScreenshot[],
): Promise<void> {
  if (screenshots.length === 0) return;
  const rows = await listScreenshotRows(tx, org_id, [application]);
  for (const { form, image } of screenshots) {
    const there = rows.filter((row) => row.form === form);
    const slot = slots.find((place) => there.every((row) => row.slot !== place));
    if (slot === undefined || there.some((row) => row.image === image)) continue;
    const row = { org_id, application, form, slot, image };
    await store.setScreenshot(tx, row);
    rows.push(row);
  }
}
