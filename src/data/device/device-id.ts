import { createRandomId } from '../random-id.ts';
import type { SharedDatabase } from '../storage/shared-database.ts';

const key = 'appshelf-device';

/**
 * The stable id of this browser as a device: made once and stored in IndexedDB, or in `localStorage` where IndexedDB is
 * refused. It says nothing about the person and stays when they sign out, so that the same browser is not paired twice.
 */
export async function readDeviceId(shared: SharedDatabase): Promise<string> {
  const made = readFromLocalStorage() ?? createRandomId();
  // In one transaction: where it can't be read there may be one, which no other may replace.
  const isStored = await shared.update('device', (known = made) => known);
  const id = (await shared.get('device')) ?? made;
  if (!isStored) writeToLocalStorage(id);
  return id;
}

function readFromLocalStorage(): string | undefined {
  try {
    return globalThis.localStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeToLocalStorage(id: string): void {
  try {
    globalThis.localStorage?.setItem(key, id);
  } catch {
    // This is refused as well: the id then lasts only as long as the page.
  }
}
