import { deviceSystem } from '../../data/device/device-system.ts';
import { askLink } from '../../data/http/ask-link.ts';

/** Asks for what the system will fetch by a link: the link itself, or the manifest that an iOS link names. Errors: `ClientError`. */
export async function askInstallLink(uri: string): Promise<void> {
  const link = uri.startsWith('itms-services:') ? new URL(uri).searchParams.get('url') : uri;
  if (link !== null) await askLink(link);
}

/**
 * Gives a link to the system. A download leaves the page where it is, whatever comes of it; iOS takes its own links and
 * profiles over only by an address.
 */
export function startDownload(uri: string): void {
  if (deviceSystem() === 'ios' || !/^https?:/.test(uri)) return location.assign(uri);
  const link = document.createElement('a');
  link.href = uri;
  link.download = '';
  link.click();
}
