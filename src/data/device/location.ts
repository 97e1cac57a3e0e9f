import { tellLocation } from '../../../contract/device-facts.ts';
import type { Client } from '../http/client.ts';
import { locationStatus } from './browser-facts.ts';

/** The key under which the last report to the service is kept: the device's id, and the permission. */
const key = 'appshelf-location';

export interface LocationContext {
  client: Pick<Client, 'call' | 'identity'>;
  /** The window, which fires `online`. */
  events: Pick<EventTarget, 'addEventListener'>;
  /** Ends the watching. */
  signal: AbortSignal;
}

/**
 * Reports the location permission to the service when it has changed since the last report: between two visits, or
 * during one. A report that can't be sent now is sent when there is a network again, or at the next visit.
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
    // Where the browser stores nothing, it is reported again at the next visit.
  }
}
