import type { Db } from '../../../platform/database/handles.ts';
import { readSettings } from '../../organizations/facade.ts';
import { installsDirectly } from '../kinds.ts';
import type { ListedApplication } from '../presenter.ts';
import type { ApplicationRow } from '../store.ts';
import { views } from '../views.ts';
import * as batch from './batch-store.ts';

/** The order of a list for which the request gives no order: by `sort_weight`, then the order of adding. */
export const inListOrder = (one: ApplicationRow, other: ApplicationRow): number =>
  one.sort_weight - other.sort_weight || one.psk - other.psk;

/** Applications with the additional fields of list responses; document 2, Application object. */
export async function listed(
  db: Db,
  orgId: string,
  rows: readonly ApplicationRow[],
): Promise<ListedApplication[]> {
  const ids = rows.map((row) => row.id);
  const screenshots = Map.groupBy(await batch.screenshotsOf(db, orgId, ids), (row) => row.application);
  const categories = Map.groupBy(await batch.categoriesOf(db, orgId, ids), (row) => row.application);
  const { no_auth_app_delivery_enabled } = await readSettings(db, orgId);
  return (await views(db, orgId, rows)).map((view) => ({
    ...view,
    screenshots: screenshots.get(view.application.id) ?? [],
    categories: (categories.get(view.application.id) ?? []).map((row) => row.psk),
    installsDirectly: installsDirectly(view.application, no_auth_app_delivery_enabled),
  }));
}
