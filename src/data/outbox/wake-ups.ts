import { outboxTag } from './background-sync.ts';

interface RegistrationWithSync extends ServiceWorkerRegistration {
  /** Background Sync, which only Chromium has. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker when there is a network; where it can't, only an open page sends. */
export async function requestBackgroundSync(): Promise<void> {
  const registration: RegistrationWithSync | undefined =
    await globalThis.navigator?.serviceWorker?.getRegistration();
  // A browser may refuse, for example in a private window.
  await registration?.sync?.register(outboxTag).catch(() => undefined);
}

/** Milliseconds within which several signs that the page came to the front count as one. */
const debounceMs = 1_000;

/** Calls back whenever the page comes to the front; returns a function that stops that. */
export function watchVisibility(callback: () => void): () => void {
  const { document: page, window } = globalThis;
  if (page === undefined) return () => undefined;
  let last = Number.NEGATIVE_INFINITY;
  const listener = () => {
    if (page.visibilityState !== 'visible' || performance.now() - last < debounceMs) return;
    last = performance.now();
    callback();
  };
  page.addEventListener('visibilitychange', listener);
  // A page beside another one is visible all the time.
  window.addEventListener('focus', listener);
  return () => {
    page.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
}
