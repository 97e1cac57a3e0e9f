let isRequested = false;

/**
 * Asks the browser, once a page, not to clear what is stored here. Some browsers ask the person, so this is called only
 * when something waits to be sent.
 */
export async function askToPersist(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  if (isRequested || storage?.persist === undefined) return;
  isRequested = true;
  const isPersistent = await storage.persisted().catch(() => false);
  if (!isPersistent) await storage.persist().catch(() => false);
}
