import type { CatalogEntry } from '../../../contract/catalog.ts';
import { readMyTerms } from '../../../contract/terms.ts';
import { account } from '../../data/current.ts';
import { NotBegunError, toClientError } from '../../data/http/errors.ts';
import type { Handover, Version } from '../../data/installs/install-record.ts';
import { asksTerms } from '../../data/terms/standing.ts';
import { useInstall } from './install-state.ts';

/**
 * Installs one application: fetches a fresh link, which ends within minutes, checks whether it opens, passes it to the
 * system, and shows what the device does now, or why it could not begin.
 */
export async function install(entry: CatalogEntry, version: Version = entry.version): Promise<void> {
  const { open, setBusy } = useInstall.getState();
  if (asksForTerms(entry)) return open({ show: 'terms', entry, version });
  setBusy(entry.id);
  try {
    const { courier } = account();
    const older = version.id === entry.version.id ? undefined : version.id;
    const handover = await courier.fetch(entry.id, older);
    if (courier.mayGive()) await give(entry, handover);
    else open({ show: 'ready', entry, version: handover.version, handover });
  } catch (fault) {
    const error = toClientError(fault);
    // The reason may be terms that this device did not know.
    if (error.kind === 'refused') await account().resource(readMyTerms).refresh();
    open(asksForTerms(entry) ? { show: 'terms', entry, version } : { show: 'failed', entry, version, error });
  } finally {
    setBusy(null);
  }
}

/** Whether the application has terms that the person has not accepted, as far as is known here. */
export function asksForTerms({ id }: Pick<CatalogEntry, 'id'>): boolean {
  const { outbox } = account();
  return asksTerms(account().resource(readMyTerms).state.get(), outbox.rows.get(), id);
}

/** Passes a fetched link to the system, at the tap that this requires. */
export async function installReady(entry: CatalogEntry, handover: Handover): Promise<void> {
  try {
    await give(entry, handover);
  } catch (fault) {
    const error = toClientError(fault);
    useInstall.getState().open({ show: 'failed', entry, version: handover.version, error });
  }
}

/**
 * From now on only the person knows the result: they are asked once it has begun, and not before. Errors:
 * `ClientError`.
 */
async function give(entry: CatalogEntry, handover: Handover): Promise<void> {
  const { courier, installs } = account();
  courier.give(handover);
  if (!(await courier.begins(handover))) throw new NotBegunError('The service was not asked for the file.');
  await installs.sent(entry.id, handover.version);
  useInstall.getState().open({ show: 'sent', entry, version: handover.version });
}
