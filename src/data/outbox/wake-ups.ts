import { outboxTag } from './background-sync.ts';

interface SyncingRegistration extends ServiceWorkerRegistration {
  /** Background Sync; Chromium alone. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker when there is a network; where it can't, the page sends by itself. */
export async function wakeServiceWorkerLater(): Promise<void> {
  const registration: SyncingRegistration | undefined =
    await globalThis.navigator?.serviceWorker?.getRegistration();
  // A browser may refuse it, in a private window for one.
  await registration?.sync?.register(outboxTag).catch(() => undefined);
}

/** Calls back whenever the page comes to the front; returns how to stop. */
export function onVisible(callback: () => void): () => void {
  const page = globalThis.document;
  if (page === undefined) return () => undefined;
  const listener = () => {
    if (page.visibilityState === 'visible') callback();
  };
  page.addEventListener('visibilitychange', listener);
  return () => page.removeEventListener('visibilitychange', listener);
}
