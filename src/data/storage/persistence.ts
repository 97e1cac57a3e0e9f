let asked = false;

/**
 * Asks the browser not to clear what is kept here; once a page. Some browsers put the question to the person, so it is asked
 * when something waits to be sent.
 */
export async function askToPersist(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  if (asked || storage?.persist === undefined) return;
  asked = true;
  const isPersistent = await storage.persisted().catch(() => false);
  if (!isPersistent) await storage.persist().catch(() => false);
}
