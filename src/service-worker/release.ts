import type { TrialReport } from '../data/trial-report.ts';
import type { ReleaseFile } from './releases/files.ts';
import { Releases } from './releases/releases.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the files of a release and serves them. The build lists each file with its hash, and the browser refuses a file
 * with another one: then the release is not installed, and the one before it stays. Addresses that match `elsewhere`
 * are not pages of the catalog. If anything here fails, the network is used.
 */
export function serveRelease(files: readonly ReleaseFile[], elsewhere: RegExp): void {
  const releases = new Releases(files);
  self.addEventListener('install', (event) => event.waitUntil(releases.install()));
  self.addEventListener('activate', (event) => event.waitUntil(releases.activate()));
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin || elsewhere.test(pathname + search))
      return;
    const isPage = request.mode === 'navigate';
    if (!isPage && !releases.has(pathname)) return;
    const answer = isPage ? releases.servePage(event.resultingClientId) : releases.serveFile(pathname);
    event.respondWith(answer.catch(() => fetch(request)));
  });
  self.addEventListener('message', (event) => {
    if (isTrialReport(event.data)) event.waitUntil(releases.handleTrialReport(event.data));
  });
}

const isTrialReport = (data: unknown): data is TrialReport =>
  /^release-(not-)?drawn$/.test(String(Reflect.get(Object(data), 'type')));
