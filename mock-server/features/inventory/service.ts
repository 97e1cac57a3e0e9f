import type { InventoryChange, InventoryItem, PostedItem } from '../../../contract/inventory.ts';
import { type DeviceChange, takeReport } from '../../platform/database/changes/changes.ts';
import type { DeviceTx, Tx } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { DeviceCaller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import {
  type DeviceState,
  type InstalledVersion,
  loadDeviceState,
  type PersonCatalog,
} from '../catalog/facade.ts';
import { recordActivity } from '../journals/facade.ts';
import type { InventoryContext } from './inventory-context.ts';
import { findNamed, findNamedUncached } from './item-cache.ts';
import type { NamedItem } from './matching.ts';
import * as store from './store.ts';

/** The installed versions of a device, by application. */
type Installed = ReadonlyMap<string, InstalledVersion>;

/** A report that was taken: the applications that its items name, and what the device has installed now. */
export interface TakenReport {
  reported: readonly (NamedItem | null)[];
  part: DeviceState;
}

/** An item without unknown fields, because it is stored and returned. */
const toItemFields = ({ id, bundle_id, version_id, version_num }: PostedItem): InventoryItem => ({
  ...(id !== undefined && id !== null && { id }),
  ...(bundle_id && { bundle_id }),
  ...(version_id !== undefined && version_id !== null && { version_id }),
  ...(version_num !== undefined && version_num !== null && { version_num }),
});

/** The items that a device posted: every one must name its application. Error: `invalid_input`. */
export function readItems(posted: readonly PostedItem[]): InventoryItem[] {
  const items = posted.map(toItemFields);
  const position = items.findIndex((item) => item.id === undefined && item.bundle_id === undefined);
  if (position === -1) return items;
  throw new ServiceError(
    'invalid_input',
    `applications.${position}: name the application by id or bundle_id.`,
    { details: { field: `applications.${position}` } },
  );
}

/**
 * Replaces what a device has installed by what it reports now; open choices, Catalog. Writes only the differences. Runs
 * in the caller's transaction. Error: `not_authenticated` when the device has just been removed.
 */
export const replaceInventory = (
  platform: Pick<InventoryContext, 'itemCache'>,
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
): Promise<TakenReport> =>
  takeItems(platform, tx, caller, items, (reported, before, moment) => {
    const versions = new Map<string, InstalledVersion>();
    // The last of several items for one application counts.
    for (const one of reported) if (one !== null) put(versions, one, before.versions, moment);
    const unknown = items.filter((_, at) => reported[at] === null);
    return { versions, unknown: unknown.map((item) => JSON.stringify(item)) };
  });

/**
 * Changes what a device has installed; applications that are not named stay. Runs in the caller's transaction. Error:
 * `not_authenticated` when the device has just been removed.
 */
export const changeInventory = (
  platform: Pick<InventoryContext, 'itemCache'>,
  tx: Tx,
  caller: DeviceCaller,
  changes: readonly InventoryChange[],
): Promise<TakenReport> =>
  takeItems(platform, tx, caller, changes.map(toItem), (reported, before, moment) => {
    const versions = new Map(before.versions);
    for (const [at, one] of reported.entries()) {
      if (one === null) continue;
      if (changes[at]?.state === 'removed') versions.delete(one.application);
      else put(versions, one, before.versions, moment);
    }
    return { versions, unknown: before.unknown };
  });

const toItem = ({ application, version_id }: InventoryChange): InventoryItem => ({
  id: application,
  ...(version_id !== undefined && { version_id }),
});

/**
 * The items that name no application which the person has or had. What the organization has beside is not told from what
 * it does not have: otherwise anybody could find out by reports which applications are hidden from them. `reported` are the
 * applications of the items, where they are known already.
 */
export async function listUnknown<Item extends InventoryItem | InventoryChange>(
  { database }: Platform,
  { caller, catalog }: { caller: DeviceCaller; catalog: PersonCatalog },
  items: readonly Item[],
  reported?: TakenReport['reported'],
): Promise<Item[]> {
  const found = reported ?? (await findNamedUncached(database.db, caller, items.map(toInventoryItem)));
  const known = await catalog.filterKnown(found.flatMap((one) => one?.application ?? []));
  return items.filter((_, at) => !known.has(found[at]?.application ?? ''));
}

const toInventoryItem = (item: InventoryItem | InventoryChange): InventoryItem =>
  'application' in item ? toItem(item) : item;

/** Sets the reported version of an application; an unchanged version stays the same object. */
function put(
  versions: Map<string, InstalledVersion>,
  { application, version }: NamedItem,
  before: Installed,
  moment: string,
): void {
  const earlier = before.get(application);
  const isSame =
    earlier?.id === version.id && (version.id !== null || earlier.versionNum === version.versionNum);
  versions.set(application, isSame ? earlier : { ...version, reported: moment });
}

/** Computes what the device has after a report from what it had before. */
type ComputeInstalled = (
  reported: readonly (NamedItem | null)[],
  before: DeviceState,
  moment: string,
) => DeviceState;

async function takeItems(
  platform: Pick<InventoryContext, 'itemCache'>,
  tx: Tx,
  caller: DeviceCaller,
  items: readonly InventoryItem[],
  compute: ComputeInstalled,
): Promise<TakenReport> {
  const { homeOrgId: orgId, device } = caller;
  const report = { orgId, deviceId: device.id, moment: getNow() };
  const claimed = await takeReport(tx, report, async (change, at) => {
    const before = await loadDeviceState(change, orgId, device.id);
    const moment = getReportMoment(before.versions);
    const reported = await findNamed(platform.itemCache, change, caller, items, at);
    const made = compute(reported, before, moment);
    const applications = await writeDifferences(change, { caller, moment }, before, made);
    const part = applications === null ? before : made;
    return { applications, result: { reported, part } };
  });
  if (claimed === null) throw new ServiceError('not_authenticated', 'Sign in again.');
  return claimed.result;
}

/**
 * The moment of a report, which is not before anything that the device has reported: the latest is what counts, and
 * clocks of instances differ.
 */
function getReportMoment(before: Installed): string {
  let moment = getNow();
  for (const { reported } of before.values()) if (reported > moment) moment = reported;
  return moment;
}

interface Report {
  caller: DeviceCaller;
  moment: string;
}

/**
 * Writes what differs. Returns the applications whose report changed; null where nothing changed. When only unknown
 * items changed, the list is empty and not null: no catalog shows unknown items, but another instance may keep them
 * under the device's revision.
 */
async function writeDifferences(
  tx: DeviceTx,
  report: Report,
  before: DeviceState,
  after: DeviceState,
): Promise<DeviceChange<unknown>['applications']> {
  const applications = await writeInstalled(tx, report, before.versions, after.versions);
  const isSame =
    before.unknown.length === after.unknown.length &&
    before.unknown.every((item, at) => item === after.unknown[at]);
  if (isSame) return applications.length > 0 ? applications : null;
  const { caller, moment } = report;
  await store.replaceUnknown(tx, caller.homeOrgId, caller.device.id, after.unknown, moment);
  return applications;
}

/** Writes the installed applications that differ. Returns the applications whose report changed. */
async function writeInstalled(
  tx: DeviceTx,
  { caller, moment }: Report,
  before: Installed,
  after: Installed,
): Promise<string[]> {
  const { homeOrgId: orgId } = caller;
  const deviceId = caller.device.id;
  const other = [...after].filter(([application, version]) => before.get(application) !== version);
  const removed = [...before.keys()].filter((application) => !after.has(application));
  const changes = [...other.map(([application]) => application), ...removed];
  if (changes.length === 0) return changes;
  const versions = [...after].map((one) => toListedVersion(one, moment));
  await store.removeInstalled(tx, orgId, deviceId, removed);
  await store.addInstalled(
    tx,
    { orgId, device: deviceId },
    [...after.keys()].filter((application) => !before.has(application)),
  );
  await store.writeList(tx, { orgId, device: deviceId, moment }, versions);
  recordActivity(tx, orgId, {
    kind: 'inventory_change',
    user: caller.user.id,
    device: deviceId,
    installed: other.map(([application, { id }]) => ({ application, version: id })),
    removed,
  });
  return changes;
}

/**
 * A version as the list that is written at a moment says it. One that the service has is stored without the reported
 * version number.
 */
function toListedVersion(
  [application, { id, versionNum, reported }]: [string, InstalledVersion],
  moment: string,
): store.ListedVersion {
  const number = id === null ? versionNum : null;
  if (reported !== moment) return [application, id, number, reported];
  return number === null ? [application, id] : [application, id, number];
}
