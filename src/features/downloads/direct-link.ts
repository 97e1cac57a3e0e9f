import { buildAddress } from '../../../contract/common/request.ts';
import { directApplication } from '../../../contract/downloads.ts';
import type { DeviceSystem } from '../../data/device/device-system.ts';
import { checkServiceLink } from '../../data/http/check-link.ts';
import { Client } from '../../data/http/client.ts';
import { DownloadNotStartedError, RefusedError, UnreachableError } from '../../data/http/errors.ts';
import { isFromService } from '../../data/http/is-from-service.ts';
import { DeviceInstallerBridge } from '../../data/installs/installer-bridge.ts';
import { startDownload } from '../../data/installs/start-download.ts';

/** `open`: the link installs. `refused`: it does not, or no longer. `unknown`: the service did not answer. */
export type LinkState = 'open' | 'refused' | 'unknown';

/** The link to the direct install (without signing in) of an application on a device with this system. */
export function buildDirectLink(application: string, system: DeviceSystem): string {
  const query = system === 'desk' ? {} : { system };
  return new URL(buildAddress(directApplication, { params: { application }, query }), location.origin).href;
}

/**
 * Checks whether a link installs, without installing: the answer is a redirect to the system's own installer, which
 * must not be followed here. That is why this does not use the `Client`.
 */
export async function checkLink(link: string): Promise<LinkState> {
  const answer = await fetch(link, { redirect: 'manual', cache: 'no-store', credentials: 'omit' }).catch(
    () => null,
  );
  if (answer?.type === 'opaqueredirect') return 'open';
  if (answer === null || !isFromService(answer) || answer.status >= 500) return 'unknown';
  return answer.status >= 400 ? 'refused' : 'open';
}

/**
 * Installs by a link. For a file, the service is asked before and after, as for one of the catalog. The address of
 * iOS's installer can't be seen by a page, so the link is checked once more and then followed. Errors: `ClientError`;
 * `RefusedError` when the link no longer installs.
 */
export async function installDirect(link: string, system: DeviceSystem): Promise<void> {
  if (system === 'ios') return openDirectLink(link);
  const client = new Client(location.origin);
  const { address } = await checkServiceLink(client, link);
  startDownload(address);
  if (await new DeviceInstallerBridge(client).waitForStart({ link: address })) return;
  throw new DownloadNotStartedError('The service was not asked for the file.');
}

async function openDirectLink(link: string): Promise<void> {
  const state = await checkLink(link);
  if (state === 'unknown') throw new UnreachableError('The service does not answer.');
  if (state === 'open') return location.assign(link);
  throw new RefusedError({ status: 404, code: 0, name: null, message: '', guid: '', details: null });
}
