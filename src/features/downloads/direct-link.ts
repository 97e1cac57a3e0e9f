import { addressOf } from '../../../contract/common/request.ts';
import { directApplication } from '../../../contract/downloads.ts';
import type { DeviceSystem } from '../../data/device/device-system.ts';

/** `open`: the link installs. `refused`: it does not, or no longer. `unknown`: the service did not answer. */
export type LinkState = 'open' | 'refused' | 'unknown';

/** The link to the direct install (without signing in) of an application on a device with this system. */
export function directLink(application: string, system: DeviceSystem): string {
  const query = system === 'desk' ? {} : { system };
  return new URL(addressOf(directApplication, { params: { application }, query }), location.origin).href;
}

/**
 * Asks whether a link installs, without installing: the answer is a redirect to the system's own installer, which must
 * not be followed here. That is why this does not use the `Client`.
 */
export async function checkLink(link: string): Promise<LinkState> {
  const answer = await fetch(link, { redirect: 'manual', cache: 'no-store', credentials: 'omit' }).catch(
    () => null,
  );
  if (answer === null || answer.status >= 500) return 'unknown';
  return answer.status >= 400 ? 'refused' : 'open';
}
