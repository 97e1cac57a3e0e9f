import type { CatalogEntry } from '../../../contract/catalog.ts';
import { readCatalogApplication, readCatalogVersion } from '../../../contract/catalog.ts';
import { account } from '../../data/current.ts';
import { toClientError } from '../../data/http/errors.ts';
import type { Version } from '../../data/installs/install-record.ts';
import { useInstall } from './install-state.ts';

/**
 * Fetches a fresh install link, which expires within minutes, gives it to the system and notes that it was sent. The
 * system does the rest: iOS asks the person, Android downloads the package.
 */
export async function install(entry: CatalogEntry, version: Version = entry.version): Promise<void> {
  const { setBusy, open } = useInstall.getState();
  setBusy(entry.id);
  try {
    const uri = await freshLink(entry, version.id);
    await account().installs.sent(entry.id, version);
    open({ show: 'sent', entry, version });
    location.assign(uri);
  } catch (fault) {
    open({ show: 'failed', entry, version, error: toClientError(fault) });
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

/** Milliseconds between two links: a browser drops a navigation when the next one begins too early. */
const pause = 1500;

/** Installs several applications, one after the other. */
export async function installEach(entries: readonly CatalogEntry[]): Promise<void> {
  for (const entry of entries) {
    await install(entry);
    if (useInstall.getState().view?.show === 'failed') return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
