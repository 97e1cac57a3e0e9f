import { outboxTag } from './background-sync.ts';

interface SyncingRegistration extends ServiceWorkerRegistration {
  /** Background Sync, which only Chromium has. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker when there is a network; where it can't, only an open page sends. */
export async function wakeServiceWorkerLater(): Promise<void> {
  const registration: SyncingRegistration | undefined =
    await globalThis.navigator?.serviceWorker?.getRegistration();
  // A browser may refuse, for example in a private window.
  await registration?.sync?.register(outboxTag).catch(() => undefined);
}

/** Calls back whenever the page becomes visible; returns a function that stops it. */
export function onVisible(callback: () => void): () => void {
  const page = globalThis.document;
  if (page === undefined) return () => undefined;
  const listener = () => {
    if (page.visibilityState === 'visible') callback();
  };
  page.addEventListener('visibilitychange', listener);
  return () => page.removeEventListener('visibilitychange', listener);
}
