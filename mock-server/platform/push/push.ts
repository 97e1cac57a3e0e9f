import { splitCharacters } from '../cut-text.ts';
import type { Outgoing } from '../outgoing/client.ts';

/** A text for devices. */
export interface Push {
  /** Devices that get the text twice, because a provider did, show it once under this name. */
  id: string;
  title: string;
  body: string;
  /** The page of the catalog that a tap opens. */
  link: string;
  /** The moment after which it is useless, in milliseconds since 1970. */
  expires: number;
}

/** How to reach a provider. */
export interface PushConnection {
  outgoing: Outgoing;
  /** Milliseconds within which it must answer. */
  timeout: number;
}

/**
 * What a provider did with a text for one device:
 * - `sent`: it took it;
 * - `ended`: the token is of an app that is not there any more, since `moment` (milliseconds since 1970) where it says so;
 * - `failed`: it refused it for this device;
 * - `again`: it did not take it, and may be asked again in `wait` milliseconds, where it says so;
 * - `unknown`: it may have taken it;
 * - `left`: it was not asked, because it was just silent, and is left alone for `wait` milliseconds.
 */
export type Outcome =
  | { kind: 'sent' | 'failed' | 'unknown' }
  | { kind: 'ended'; moment: number | null }
  | { kind: 'again'; wait: number | null }
  | { kind: 'left'; wait: number };

/** A connection to a provider, for one organization. */
export interface PushChannel {
  /** How many texts may be under way at a time, as far as is known now. */
  readonly atOnce: number;
  isAlive(): Promise<boolean>;
  /** Errors: `PermanentFailure` when the provider refuses the sender, so that no text will reach it. */
  send(token: string): Promise<Outcome>;
  close(): void;
}

/** The seconds or the date of a `Retry-After` header (RFC 9110, section 10.2.3) as milliseconds from now; null without a usable one. */
export function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** Most bytes of a text with everything that belongs to it; the same for both providers. */
const maxBytes = 4096;

/**
 * The content for a device as JSON. A text that is too long for the provider is cut between characters, and ends with
 * an ellipsis.
 */
export function fitMessage(body: string, content: (body: string) => unknown, max = maxBytes): string {
  const whole = JSON.stringify(content(body));
  if (Buffer.byteLength(whole) <= max) return whole;
  let left = max - Buffer.byteLength(JSON.stringify(content('…')));
  let stored = '';
  for (const segment of splitCharacters(body)) {
    left -= Buffer.byteLength(JSON.stringify(segment)) - 2;
    if (left < 0) break;
    stored += segment;
  }
  return JSON.stringify(content(`${stored}…`));
}
