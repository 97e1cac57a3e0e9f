import { tellLocation } from '../../../contract/device-facts.ts';
import type { Client } from '../http/client.ts';
import { locationStatus } from './browser-facts.ts';

/** Where it is kept what the service was told last: the device's id there, and the permission. */
const key = 'appshelf-location';

export interface LocationContext {
  client: Pick<Client, 'call' | 'identity'>;
  /** What fires `online`: the window. */
  events: Pick<EventTarget, 'addEventListener'>;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Tells the service how the permission to know where the device is stands, when that has changed since it was told: between two visits, or
 * during one. What can't be told now is told when there is a network again, or at the next visit.
 */
export async function tellLocationChanges({ client, events, signal }: LocationContext): Promise<void> {
  const status = await locationStatus(navigator);
  if (status === null || signal.aborted) return;
  const tell = async () => {
    const { identity } = client;
    if (identity === null) return;
    const { state } = status;
    const news = `${identity.udid} ${state}`;
    if (told() === news) return;
    await client.call(tellLocation, { body: { location_permission: state }, signal });
    note(news);
  };
  const tellIfPossible = () => void tell().catch(() => undefined);
  status.addEventListener('change', tellIfPossible, { signal });
  events.addEventListener('online', tellIfPossible, { signal });
  tellIfPossible();
}

function told(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function note(news: string): void {
  try {
    localStorage.setItem(key, news);
  } catch {
    // Where the browser keeps nothing, it is told again at the next visit.
  }
}
