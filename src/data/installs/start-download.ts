import { deviceSystem } from '../device/device-system.ts';

/**
 * Gives a link to the system, and leaves the page where it is, whatever comes of it: a file is downloaded, a profile of iOS,
 * which iOS does not take as a download, opens in a tab of its own, and what iOS installs by a manifest it takes over by the address alone.
 */
export function startDownload(uri: string): void {
  if (!/^https?:/.test(uri)) return location.assign(uri);
  const link = document.createElement('a');
  link.href = uri;
  link.rel = 'noreferrer';
  if (deviceSystem() === 'ios') link.target = '_blank';
  else link.download = '';
  link.click();
}
