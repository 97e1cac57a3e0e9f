import type { CatalogEntry } from '../../../contract/catalog.ts';
import { readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { account } from '../../data/current.ts';
import { type ClientError, toClientError } from '../../data/http/errors.ts';
import type { Version } from '../../data/installs/install-record.ts';
import { useInstall } from './install-state.ts';
import { askInstallLink, startDownload } from './start-download.ts';

/** Installs one application, and shows what the device does now, or why it could not be started. */
export async function install(entry: CatalogEntry, version: Version = entry.version): Promise<void> {
  const { open } = useInstall.getState();
  const error = await handOver(entry, version);
  if (error === null) open({ show: 'sent', entry, version });
  else open({ show: 'failed', entry, version, error });
}

/**
 * Fetches a fresh link, which ends within minutes, asks whether it opens, gives it to the system and notes that. The system
 * takes over from there: iOS asks on its own, Android downloads the package. Answers why nothing began, or null.
 */
async function handOver(entry: CatalogEntry, version: Version): Promise<ClientError | null> {
  const { setBusy } = useInstall.getState();
  setBusy(entry.id);
  try {
    const uri = await freshLink(entry, version.id);
    await askInstallLink(uri);
    await account().installs.sent(entry.id, version);
    startDownload(uri);
    return null;
  } catch (fault) {
    return toClientError(fault);
  } finally {
    setBusy(null);
  }
}

async function freshLink(entry: CatalogEntry, versionId: string): Promise<string> {
  if (versionId !== entry.version.id) {
    const { version } = await account().call(readCatalogVersion, { params: { version: versionId } });
    return version.catalog_info.install_uri;
  }
  const { application } = await account().call(readCatalogApplication, { params: { application: entry.id } });
  return application.catalog_info.install_uri;
}

/** Time between two links of a row, in milliseconds: a system that asks about one does not take the next. */
const pause = 1500;

/** What of a row did not begin, and why. */
export interface NotStarted {
  entries: CatalogEntry[];
  error: ClientError;
}

/**
 * Hands over several, each once the one before has gone to the system. What the service refuses is passed over; when
 * nobody of ours answers, the rest waits. Answers what did not begin, or null.
 */
export async function installEach(entries: readonly CatalogEntry[]): Promise<NotStarted | null> {
  const left: CatalogEntry[] = [];
  let why: ClientError | null = null;
  for (const entry of entries) {
    const error: ClientError | null =
      why === null || why.kind === 'refused' ? await handOver(entry, entry.version) : why;
    if (error === null) await new Promise((resolve) => setTimeout(resolve, pause));
    else {
      left.push(entry);
      why = error;
    }
  }
  return why === null ? null : { entries: left, error: why };
}
