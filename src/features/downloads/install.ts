import type { CatalogEntry } from '../../../contract/catalog.ts';
import { readMyTerms } from '../../../contract/terms.ts';
import type { Account } from '../../data/account/account.ts';
import { DownloadNotStartedError, toClientError } from '../../data/http/errors.ts';
import type { InstallLink, Version } from '../../data/records/install-record.ts';
import { requiresTerms } from '../../data/terms/terms-status.ts';
import { useInstall } from './install-state.ts';

/**
 * Installs one application: fetches a fresh link, which ends within minutes, checks whether it opens, passes it to the
 * system, and shows what the device does now, or why it could not begin.
 */
export async function install(
  account: Account,
  entry: CatalogEntry,
  version: Version = entry.version,
): Promise<void> {
  const { open, setBusy } = useInstall.getState();
  if (needsTermsAnswer(account, entry)) return open({ kind: 'terms', entry, version });
  setBusy(entry.id);
  try {
    const { installer } = account;
    const older = version.id === entry.version.id ? undefined : version.id;
    const handover = await installer.fetchLink(entry.id, older);
    if (installer.isReadyForLink()) await passToInstaller(account, entry, handover);
    else open({ kind: 'ready', entry, version: handover.version, handover });
  } catch (fault) {
    const error = toClientError(fault);
    // The reason may be terms that this device did not know.
    if (error.kind === 'refused') await account.openResource(readMyTerms).refresh();
    open(
      needsTermsAnswer(account, entry)
        ? { kind: 'terms', entry, version }
        : { kind: 'failed', entry, version, error },
    );
  } finally {
    setBusy(null);
  }
}

/** Whether the application has terms that the person has not accepted, as far as is known here. */
export function needsTermsAnswer(account: Account, { id }: Pick<CatalogEntry, 'id'>): boolean {
  return requiresTerms(account.openResource(readMyTerms).state.get(), account.outbox.rows.get(), id);
}

/** Passes a fetched link to the system, at the tap that this requires. */
export async function installReady(
  account: Account,
  entry: CatalogEntry,
  handover: InstallLink,
): Promise<void> {
  try {
    await passToInstaller(account, entry, handover);
  } catch (fault) {
    const error = toClientError(fault);
    useInstall.getState().open({ kind: 'failed', entry, version: handover.version, error });
  }
}

/**
 * From now on only the person knows the result: they are asked once it has begun, and not before. Errors:
 * `ClientError`.
 */
async function passToInstaller(
  { installer, installs }: Account,
  entry: CatalogEntry,
  handover: InstallLink,
): Promise<void> {
  installer.openLink(handover);
  if (!(await installer.waitForStart(handover)))
    throw new DownloadNotStartedError('The service was not asked for the file.');
  await installs.recordSent(entry.id, handover.version);
  useInstall.getState().open({ kind: 'sent', entry, version: handover.version });
}
