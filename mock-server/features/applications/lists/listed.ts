import type { Db } from '../../../platform/database/handles.ts';
import { readSettings } from '../../organizations/facade.ts';
import { isDirectInstallAllowed } from '../kinds.ts';
import type { ListedApplication } from '../presenter.ts';
import type { ApplicationRow } from '../store.ts';
import { loadViews } from '../views.ts';
import * as batch from './batch-store.ts';

/** The order of a list for which the request gives no order: by `sort_weight`, then the order of adding. */
export const compareInListOrder = (one: ApplicationRow, other: ApplicationRow): number =>
  one.sort_weight - other.sort_weight || one.psk - other.psk;

/** Applications with the additional fields of list responses; document 2, Application object. */
export async function toListed(
  db: Db,
  orgId: string,
  rows: readonly ApplicationRow[],
): Promise<ListedApplication[]> {
  const ids = rows.map((row) => row.id);
  const screenshots = Map.groupBy(await batch.listScreenshotRows(db, orgId, ids), (row) => row.application);
  const categories = Map.groupBy(await batch.listCategoryPsks(db, orgId, ids), (row) => row.application);
  const { no_auth_app_delivery_enabled } = await readSettings(db, orgId);
  return (await loadViews(db, orgId, rows)).map((view) => ({
    ...view,
    screenshots: screenshots.get(view.application.id) ?? [],
    categories: (categories.get(view.application.id) ?? []).map((row) => row.psk),
    installsDirectly: isDirectInstallAllowed(view.application, no_auth_app_delivery_enabled),
  }));
}
