import type { SyncEntry } from '../../../contract/sync.ts';
import { isDue, parseDeadline } from '../../data/catalog/deadline.ts';
import { isOffered, listOfferChanges } from '../../data/catalog/offer-dates.ts';
import { deferralWrite } from '../../data/installs/deferral-write.ts';
import { type InstallRecord, unknownVersion } from '../../data/records/install-record.ts';
import { useAccount } from '../../engine-context.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { useNowUntil } from '../../ui/hooks/use-now-until.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';

interface Required {
  /** False until the service has answered what is mandatory, and the answer is stored on this device. */
  isKnown: boolean;
  /** Those that are missing and whose deadline is over, or that have none: they close the catalog. */
  due: SyncEntry[];
  /** Those that are missing and whose deadline is ahead, or that were deferred for a day; the nearest first. */
  upcoming: SyncEntry[];
  installed: SyncEntry[];
}

/**
 * The mandatory applications for this device. What is due follows the same rule as the service's own check
 * (`features/compliance/`): a deadline is a moment, and is over when the service's clock has reached it.
 */
export function useRequired(): Required {
  const account = useAccount();
  const catalog = useCatalog();
  const records = useObservable(account.installs.records);
  const mandatory = catalog.mandatory ?? [];
  const now = useServiceNowAcross([
    ...mandatory.flatMap(listTurningPoints),
    ...[...records.values()].flatMap(({ deferral }) => deferral?.until ?? []),
  ]);
  const rows = useObservable(account.outbox.rows);
  /** A deferral that the service refused counts no more. */
  const isDeferred = ({ id, version }: SyncEntry) => {
    const deferral = records.get(id)?.deferral;
    const subject = deferralWrite.getSubject({ application: id });
    const isRefused = rows.some((row) => row.subject === subject && row.state === 'refused');
    return deferral?.version === version.id && now < deferral.until && !isRefused;
  };
  const isInstalledHere = (entry: SyncEntry) =>
    isInstalled(catalog.byId.get(entry.id) ?? entry, records.get(entry.id));
  // Applications that their access policy lets nobody install now are not demanded.
  const missing = mandatory.filter((entry) => !isInstalledHere(entry) && isOffered(entry, now));
  const isBlocking = (entry: SyncEntry) => isDue(entry, now) && !isDeferred(entry);
  return {
    isKnown: catalog.mandatory !== null,
    due: missing.filter(isBlocking),
    upcoming: missing
      .filter((entry) => !isBlocking(entry))
      .toSorted((a, b) => (parseDeadline(a) ?? 0) - (parseDeadline(b) ?? 0)),
    installed: mandatory.filter(isInstalledHere),
  };
}

/** The service's time (ms since 1970), updated whenever it passes one of these moments. */
function useServiceNowAcross(moments: readonly number[]): number {
  const offset = useObservable(useAccount().client.clock.offset);
  return useNowUntil(moments.map((moment) => moment - offset)) + offset;
}

function listTurningPoints(entry: SyncEntry): number[] {
  const deadline = parseDeadline(entry);
  return deadline === null ? listOfferChanges(entry) : [...listOfferChanges(entry), deadline];
}

/**
 * Whether an application is on this device in a version that is not known to be older than the required one. `entry`: as
 * the service last described it, with the version that it knew to be installed.
 */
function isInstalled(entry: SyncEntry, record: InstallRecord | undefined): boolean {
  const reported = entry.reported === null ? null : (entry.installed_version_id ?? unknownVersion);
  const installed = record === undefined ? reported : record.installed;
  if (installed === null || installed === entry.version.id) return installed !== null;
  // Only the service compares versions, and only the one that it was told of.
  return installed === reported && !entry.catalog_info.has_update;
}
