import { isDeepStrictEqual } from 'node:util';
import type { InventoryChange, InventoryItem, PostedItem } from '../../../contract/inventory.ts';
import { changeDevice } from '../../platform/database/changes/changes.ts';
import type { DeviceTx, Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { record } from '../activity/facade.ts';
import { ApplicationIndex, aliases, VersionIndex } from './matching.ts';
import * as store from './store.ts';

type Reported = Pick<store.InstalledRow, 'version' | 'version_num'>;
type Before = Reported & Pick<store.InstalledRow, 'application'>;

/** An item of a list, or of changes: then the application may be gone from the device. */
interface Item extends InventoryItem {
  removed?: boolean;
}

interface Matched {
  /** By the id of the application; of two items for one application the last counts. */
  installed: Map<string, Reported>;
  /** Ids of applications. */
  removed: Set<string>;
  unknown: InventoryItem[];
}

/** An item without unknown fields, because it is stored and returned. */
const fieldsOf = ({ id, bundle_id, version_id, version_num }: PostedItem): InventoryItem => ({
  ...(id !== undefined && id !== null && { id }),
  ...(bundle_id && { bundle_id }),
  ...(version_id !== undefined && version_id !== null && { version_id }),
  ...(version_num !== undefined && version_num !== null && { version_num }),
});

/** The items that a device posted: every one must name its application. Error: `invalid_input`. */
export function readItems(posted: readonly PostedItem[]): InventoryItem[] {
  const items = posted.map(fieldsOf);
  const position = items.findIndex((item) => item.id === undefined && item.bundle_id === undefined);
  if (position === -1) return items;
  throw new ServiceError(
    'invalid_input',
    `applications.${position}: name the application by id or bundle_id.`,
    { details: { field: `applications.${position}` } },
  );
}

/**
 * Replaces what a device has installed by what it reports now; open choices, Catalog. Only differences are
 * written. Returns the items that match no application of the organization. Runs in the caller's transaction.
 */
export function replaceInventory(
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
): Promise<InventoryItem[]> {
  const { homeOrgId: orgId, device } = caller;
  return changeDevice(tx, orgId, device.id, async (change) => {
    const moment = now();
    await store.markReported(change, orgId, device.id, moment);
    const before = await store.reportedBy(change, orgId, device.id);
    const { installed, unknown } = await match(change, caller, items);
    const applications = await writeDifferences(change, { caller, moment }, before.installed, installed);
    const named = unknown.map((item) => JSON.stringify(item));
    if (!isDeepStrictEqual(named, before.unknown))
      await store.replaceUnknown(change, orgId, device.id, named, moment);
    return { applications: applications.length > 0 ? applications : null, result: unknown };
  });
}

/**
 * Changes what a device has installed; what is not named stays. Returns the identifiers that match no application of the
 * organization. Runs in the caller's transaction.
 */
export function changeInventory(
  tx: Tx,
  caller: DeviceCaller,
  changes: readonly InventoryChange[],
): Promise<InventoryChange['application'][]> {
  const { homeOrgId: orgId, device } = caller;
  return changeDevice(tx, orgId, device.id, async (change) => {
    const moment = now();
    await store.markReported(change, orgId, device.id, moment);
    const before = (await store.reportedBy(change, orgId, device.id)).installed;
    const { installed, removed, unknown } = await match(change, caller, changes.map(itemOf));
    const after = new Map<string, Reported>(before.map((row) => [row.application, row]));
    for (const [application, reported] of installed) after.set(application, reported);
    for (const application of removed) after.delete(application);
    const applications = await writeDifferences(change, { caller, moment }, before, after);
    return {
      applications: applications.length > 0 ? applications : null,
      result: unknown.flatMap(({ id }) => id ?? []),
    };
  });
}

const itemOf = ({ application, state, version_id }: InventoryChange): Item => ({
  id: application,
  removed: state === 'removed',
  ...(version_id !== undefined && { version_id }),
});

/** What items are called. */
async function match(tx: Tx, caller: DeviceCaller, items: readonly Item[]): Promise<Matched> {
  if (items.length === 0) return { installed: new Map(), removed: new Set(), unknown: [] };
  const { applications, versions } = await store.named(tx, caller.homeOrgId, {
    applications: aliases(given(items, 'id'), given(items, 'bundle_id')),
    versions: aliases(given(items, 'version_id'), given(items, 'version_num')),
  });
  return sortOut(items, new ApplicationIndex(applications, caller.device), new VersionIndex(versions));
}

function given<K extends keyof InventoryItem>(items: readonly InventoryItem[], name: K) {
  return [...new Set(items.flatMap((item) => item[name] ?? []))];
}

function sortOut(items: readonly Item[], applications: ApplicationIndex, versions: VersionIndex): Matched {
  const matched: Matched = { installed: new Map(), removed: new Set(), unknown: [] };
  for (const item of items) {
    const application = applications.find(item);
    if (application === undefined) {
      matched.unknown.push(item);
      continue;
    }
    if (item.removed) {
      matched.installed.delete(application.id);
      matched.removed.add(application.id);
      continue;
    }
    matched.removed.delete(application.id);
    const version = versions.find(application.id, item);
    const named = version === null ? (item.version_num ?? null) : null;
    matched.installed.set(application.id, { version, version_num: named });
  }
  return matched;
}

/** What is reported otherwise than before. */
function changed(before: readonly Before[], installed: ReadonlyMap<string, Reported>): [string, Reported][] {
  const known = new Map(before.map((row) => [row.application, row]));
  return [...installed].filter(([application, now]) => {
    const earlier = known.get(application);
    return earlier?.version !== now.version || earlier.version_num !== now.version_num;
  });
}

/** Returns the applications that are reported otherwise than before. */
async function writeDifferences(
  tx: DeviceTx,
  { caller, moment }: { caller: DeviceCaller; moment: string },
  before: readonly Before[],
  installed: ReadonlyMap<string, Reported>,
): Promise<string[]> {
  const { homeOrgId: orgId } = caller;
  const deviceId = caller.device.id;
  const other = changed(before, installed);
  const removed = before.map((row) => row.application).filter((application) => !installed.has(application));
  await store.removeInstalled(tx, orgId, deviceId, removed);
  const had = new Set(before.map(({ application }) => application));
  const rows = other.map(
    ([application, now]): store.ReportedRow => [application, now.version, now.version_num],
  );
  const report = { orgId, device: deviceId, moment };
  await store.changeInstalled(
    tx,
    report,
    rows.filter(([application]) => had.has(application)),
  );
  await store.addInstalled(
    tx,
    report,
    rows.filter(([application]) => !had.has(application)),
  );
  const changes = [...other.map(([application]) => application), ...removed];
  if (changes.length > 0) {
    record(tx, orgId, {
      kind: 'inventory_change',
      user: caller.user.id,
      device: deviceId,
      installed: other.map(([application, { version }]) => ({ application, version })),
      removed,
    });
  }
  return changes;
}
