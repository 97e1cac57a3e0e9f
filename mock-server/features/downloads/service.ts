import { publicStoreTypes } from '../../../contract/common/codes.ts';
import type { Opening } from '../../../contract/downloads.ts';
import { changeActivity } from '../../platform/database/changes/changes.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller, DeviceCaller } from '../../platform/http/contexts.ts';
import { formatOptionalTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { Platform } from '../../platform/services.ts';
import { findApplication } from '../applications/facade.ts';
import {
  findInstalledVersion,
  isRunnableOn,
  isWithin,
  type Listing,
  lists,
  type Offer,
  type PersonCatalog,
} from '../catalog/facade.ts';
import * as journals from '../journals/facade.ts';
import { addDownload } from './counting.ts';
import { toPackage } from './package.ts';
import * as store from './store.ts';

/** Which of the caller's applications an operation delivers; document 3, Downloads and installs. */
export type Selection = 'all' | 'mandatory' | 'updates';

const selections: Record<Selection, lists.ListFilter> = {
  all: lists.selectAll,
  mandatory: lists.selectMandatory,
  updates: lists.selectUpdates,
};

/** Applications with a file that suit the caller's device. Mandatory applications and updates are native anyway. */
export async function listSelected(catalog: PersonCatalog, selection: Selection): Promise<Offer[]> {
  const offers = await selections[selection](await catalog.listSorted('name'), catalog);
  const moment = getNow();
  return (await catalog.details(offers)).filter(
    ({ listing }) => toPackage(listing) !== null && listing.isInstallableAt(moment),
  );
}

/** Error: `invalid_request` when the application is for another system than the device's. */
export function refuseOtherSystem(listing: Listing, caller: DeviceCaller): void {
  if (isRunnableOn(listing.system, caller.device)) return;
  throw new ServiceError('invalid_request', 'This application does not run on this device.');
}

/** Error: `outside_access_dates` when the access policy of an application lets nobody install it now. */
export function refuseOutsideDates(application: Parameters<typeof isWithin>[0]): void {
  if (isWithin(application, getNow())) return;
  const { access_start, access_end } = application;
  throw new ServiceError(
    'outside_access_dates',
    'This application can’t be installed now: its access policy offers it only between two dates.',
    {
      details: {
        offered_from: formatOptionalTimestamp(access_start),
        offered_until: formatOptionalTimestamp(access_end),
      },
    },
  );
}

/**
 * Refuses a link in a request with the token or device of somebody else. Error: `link_expired`.
 */
export function refuseOtherPerson(
  link: DeviceCaller,
  values: { caller: Caller | null; udid: string | undefined },
): void {
  const otherDevice = values.udid !== undefined && values.udid !== link.device.id;
  if (!otherDevice && (values.caller === null || values.caller.user.id === link.user.id)) return;
  throw new ServiceError(
    'link_expired',
    'This download link was made for another person or device. Install the application from your own catalog.',
  );
}

/** The start of a download: by whom (nobody for a direct install) and by which link. */
export interface DownloadStart {
  orgId: string;
  linkId: string;
  person: { userId: string; deviceId: string } | null;
}

/** Counts the start of a download, once for each link. */
export async function countDownload(
  platform: Platform,
  start: DownloadStart,
  file: store.FileRow,
): Promise<void> {
  const { orgId, person } = start;
  await changeActivity(platform.database, orgId, async (tx) => {
    // Of two requests with one link, the second one waits here, and then finds the record of the first.
    await store.lockDownloads(tx, orgId, person?.userId ?? null, file.application);
    if (await store.isRecorded(tx, orgId, start.linkId)) return null;
    const before = person && (await findInstalledVersion(tx, orgId, person.deviceId, file.application));
    const isUpdate = before !== undefined && before !== null && before.version !== file.version;
    const direct = file.is_app_catalog === 1 ? 'direct_catalog' : 'direct';
    addDownload(tx, {
      org_id: orgId,
      id: createId(),
      kind: person === null ? direct : isUpdate ? 'update' : 'install',
      user: person?.userId ?? null,
      device: person?.deviceId ?? null,
      application: file.application,
      version: file.version,
      install_file: file.id,
      link: start.linkId,
      created: getNow(),
    });
    return { application: file.application, userId: person?.userId ?? null, counts: { downloads: 1 } };
  });
}

/** Records that the address of an application without a file was opened. */
export async function countOpening(tx: Tx, caller: DeviceCaller, listing: Listing, times = 1): Promise<void> {
  const { homeOrgId: orgId, user, device } = caller;
  const { id: application, type: kind } = listing.application;
  const type = publicStoreTypes.includes(kind) ? 'store' : 'web';
  const subject = { user: user.id, device: device.id, application, version: listing.version.id };
  journals.recordActivity(tx, orgId, { kind: 'address_open', ...subject, type, times });
  await journals.countDownload(tx, { org_id: orgId, application, type, at: getNow(), times });
}

/** An address that the catalog opened by itself; null where the person's catalog has no such address. */
interface OpenedAddress {
  identifier: Opening['application'];
  times: number | undefined;
  listing: Listing | null;
}

/** Finds the applications of openings. Before the transaction that counts them: the catalog reads outside of it. */
export async function findOpened(
  platform: Platform,
  caller: DeviceCaller,
  catalog: PersonCatalog,
  openings: readonly Opening[],
): Promise<OpenedAddress[]> {
  const found: OpenedAddress[] = [];
  for (const { application: identifier, times } of openings) {
    const application = await findApplication(platform.database.db, caller.homeOrgId, String(identifier));
    const listing = application && (await catalog.findOffer(application.id))?.listing;
    const hasAddress = listing !== undefined && listing.url !== null && toPackage(listing) === null;
    found.push({ identifier, times, listing: hasAddress ? listing : null });
  }
  return found;
}

/**
 * Records which addresses the catalog opened by itself. Returns the identifiers of applications that have no address in
 * the person's catalog: they may have been there when they were opened.
 */
export async function countOpenings(
  tx: Tx,
  caller: DeviceCaller,
  opened: readonly OpenedAddress[],
): Promise<Opening['application'][]> {
  const unknown: Opening['application'][] = [];
  for (const { identifier, times, listing } of opened) {
    if (listing === null) unknown.push(identifier);
    else await countOpening(tx, caller, listing, times);
  }
  return unknown;
}
