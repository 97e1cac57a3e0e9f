import { tellLocation } from '../../../contract/device-facts.ts';
import { getBackoff } from '../http/backoff.ts';
import type { Client } from '../http/client.ts';
import { isUnanswered, RateLimitedError } from '../http/errors.ts';
import { queryLocationPermission } from './browser-facts.ts';

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
 * during one. Reports are sent one at a time, so that an earlier one can't arrive after a later one; the last has the
 * newest state. A report without an answer is sent again after a pause, or as soon as there is a network.
 */
export async function reportLocationChanges({ client, events, signal }: LocationContext): Promise<void> {
  const status = await queryLocationPermission(navigator);
  if (status === null || signal.aborted) return;
  let last = readLastReport();
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendWhileNew = async (): Promise<void> => {
    const { identity } = client;
    if (identity === null) return;
    const { state } = status;
    const report = `${identity.udid} ${state}`;
    if (report === last) return;
    await client.call(tellLocation, { body: { location_permission: state }, signal });
    failures = 0;
    last = report;
    saveLastReport(report);
    await sendWhileNew();
  };
  const send = async () => {
    clearTimeout(timer);
    if (isSending || signal.aborted) return;
    isSending = true;
    try {
      await sendWhileNew();
    } catch (fault) {
      failures += 1;
      const pause = getRetryDelay(fault, failures);
      if (pause !== null && !signal.aborted) timer = setTimeout(() => void send(), pause);
    } finally {
      isSending = false;
    }
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  status.addEventListener('change', () => void send(), { signal });
  events.addEventListener('online', () => void send(), { signal });
  await send();
}

/** Milliseconds until a failed report is sent again; null where the service has refused it. */
function getRetryDelay(fault: unknown, failures: number): number | null {
  if (fault instanceof RateLimitedError) return fault.retryAfter * 1000;
  return isUnanswered(fault) ? getBackoff(failures) : null;
}

function readLastReport(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function saveLastReport(report: string): void {
  try {
    localStorage.setItem(key, report);
  } catch {
    // Where the browser stores nothing, it is reported again at the next visit.
  }
}
