import type { CatalogEntry } from '../../../contract/catalog.ts';
import { account } from '../../data/current.ts';
import { NotBegunError, toClientError } from '../../data/http/errors.ts';
import type { Handover, Version } from '../../data/installs/install-record.ts';
import { useInstall } from './install-state.ts';

/**
 * Installs one application: fetches a fresh link, which ends within minutes, asks whether it opens, gives it to the system, and
 * shows what the device does now, or why it could not be started.
 */
export async function install(entry: CatalogEntry, version: Version = entry.version): Promise<void> {
  const { open, setBusy } = useInstall.getState();
  setBusy(entry.id);
  try {
    const { courier } = account();
    const older = version.id === entry.version.id ? undefined : version.id;
    const handover = await courier.fetch(entry.id, older);
    if (courier.mayGive()) await give(entry, handover);
    else open({ show: 'ready', entry, version: handover.version, handover });
  } catch (fault) {
    open({ show: 'failed', entry, version, error: toClientError(fault) });
  } finally {
    setBusy(null);
  }
}

/** Gives what was fetched to the system, at the tap that it needs. */
export async function installReady(entry: CatalogEntry, handover: Handover): Promise<void> {
  try {
    await give(entry, handover);
  } catch (fault) {
    const error = toClientError(fault);
    useInstall.getState().open({ show: 'failed', entry, version: handover.version, error });
  }
}

/** From here on only the person knows how it goes: they are asked when it began, and not before. Errors: `ClientError`. */
async function give(entry: CatalogEntry, handover: Handover): Promise<void> {
  const { courier, installs } = account();
  courier.give(handover);
  if (!(await courier.begins(handover))) throw new NotBegunError('The service was not asked for the file.');
  await installs.sent(entry.id, handover.version);
  useInstall.getState().open({ show: 'sent', entry, version: handover.version });
}
