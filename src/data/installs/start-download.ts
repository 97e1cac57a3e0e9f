import { getDeviceSystem } from '../device/device-system.ts';

/**
 * Passes a link to the system, and leaves the page where it is, whatever happens. iOS takes over an install by manifest
 * through the address only; a profile, which iOS does not accept as a download, opens in a new tab.
 */
export function startDownload(uri: string): void {
  if (!/^https?:/.test(uri)) return location.assign(uri);
  const isProfile = getDeviceSystem() === 'ios';
  const place = isProfile ? document : getDownloadFrame();
  const link = place.createElement('a');
  link.href = uri;
  link.rel = 'noreferrer';
  if (isProfile) link.target = '_blank';
  else link.download = '';
  place.body.append(link);
  link.click();
  link.remove();
}

/**
 * A hidden frame for a download. When a network's portal redirects the download to another address, browsers take that
 * for a page and open it in place of the document with the link; the page's policy allows no other page in a frame. The
 * frame stays until the next download, so that this one is not cut off. It is in a shadow root, so that assistive
 * technology and axe ignore it.
 */
function getDownloadFrame(): Document {
  document.getElementById(hostId)?.remove();
  const host = document.createElement('div');
  host.id = hostId;
  host.hidden = true;
  const frame = document.createElement('iframe');
  host.attachShadow({ mode: 'closed' }).append(frame);
  document.body.append(host);
  return frame.contentDocument ?? document;
}

const hostId = 'download';
