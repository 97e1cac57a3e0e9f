import type { SyncEntry } from '../../contract/sync.ts';
import { isOffered, turnsOf } from '../data/catalog/offering.ts';
import { account } from '../data/current.ts';
import type { InstallRecord } from '../data/installs/install-record.ts';
import { useCatalog } from '../features/catalog/use-catalog.ts';
import { useNowAcross } from '../ui/use-now-across.ts';
import { useObservable } from '../ui/use-observable.ts';

interface Required {
  /** False until the service has answered what is mandatory, and the answer is stored on this device. */
  isKnown: boolean;
  missing: SyncEntry[];
  done: SyncEntry[];
}

/** The mandatory applications for this device: those that are installed in the newest version, and all others. */
export function useRequired(): Required {
  const catalog = useCatalog();
  const records = useObservable(account().installs.records);
  const mandatory = catalog.mandatory ?? [];
  const now = useNowAcross(mandatory.flatMap(turnsOf));
  const here = (entry: SyncEntry) => isHere(entry, records.get(entry.id));
  return {
    isKnown: catalog.mandatory !== null,
    // Applications that their access policy lets nobody install now are not demanded.
    missing: mandatory.filter((entry) => !here(entry) && isOffered(entry, now)),
    done: mandatory.filter(here),
  };
}

const isHere = (entry: SyncEntry, record: InstallRecord | undefined): boolean =>
  record === undefined
    ? entry.installed_version_id === entry.version.id
    : record.installed === entry.version.id;
