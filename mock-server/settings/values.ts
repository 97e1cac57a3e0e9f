import { ConfigError } from './environment.ts';

/** Hosts that can't be reached from another machine. */
export const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/** Whether a setting is switched on. Error: ConfigError. */
export function readFlag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '' || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new ConfigError(`${name}=${value} is neither true nor false.`);
}

const maxSeconds = 300;

/** A smaller value could not be kept and is probably meant in milliseconds. */
const minSeconds = 0.1;

/**
 * Seconds, converted to milliseconds. A missing setting is 0, which means none, and is refused where a value is
 * `required`. Error: ConfigError.
 */
export function readSeconds(
  name: string,
  value: string | undefined,
  zero: 'none' | 'required' = 'none',
): number {
  const text = value || '0';
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds === 0 && zero === 'none') return 0;
  if (seconds >= minSeconds && seconds <= maxSeconds) return Math.round(seconds * 1000);
  throw new ConfigError(
    `${name}=${value} is not a number of seconds from ${minSeconds} to ${maxSeconds}${zero === 'none' ? ', or 0' : ''}.`,
  );
}

/** A whole number from `min` to `max`. Error: ConfigError. */
export function readWhole(name: string, value: string, max: number, min = 1): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}.`);
}

/** The base address of a service, with a trailing slash. Error: ConfigError. */
export function readBase(name: string, value: string): string {
  const url = URL.parse(value);
  const plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(
      `${name}=${value} is not an address. Write it as https://mirror.example.org/apple.`,
    );
  }
  return url.href.replace(/\/?$/, '/');
}

/** A host as it is written outside of URLs, where IPv6 addresses have no brackets. */
export const stripBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
