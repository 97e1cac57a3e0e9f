import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ConfigError, type Environment } from './environment.ts';
import { loopbackHosts, readFlag, readSeconds, stripBrackets } from './values.ts';

/** Addresses and networks of proxies, or the number of proxies in a row before the service. */
type TrustedProxies = string[] | number;

export interface ListeningSettings {
  host: string;
  port: number;
  /** Base of absolute links, without a trailing slash. Null, possible on loopback only: taken from the request. */
  publicUrl: string | null;
  tls: { certFile: string; keyFile: string } | null;
  /** The proxies that terminate TLS and whose `X-Forwarded-…` headers are trusted; null: none. */
  trustProxy: TrustedProxies | null;
  /**
   * How long (ms) the service continues to serve when it is told to stop, while it tells proxies to send nothing more.
   */
  drainTime: number;
  /** Whether the demo is served; its accounts can sign in from loopback addresses only. */
  demo: boolean;
}

/**
 * Where the service listens, for whom, and under which address. Error: ConfigError, also for settings that contradict
 * each other.
 */
export function readListening(environment: Environment): ListeningSettings {
  const settings: ListeningSettings = {
    host: environment.HOST || 'localhost',
    port: readPort(environment.PORT),
    publicUrl: readPublicUrl(environment.PUBLIC_URL),
    tls: readTls(environment),
    trustProxy: readProxies(environment.TRUST_PROXY),
    drainTime: readSeconds('DRAIN_SECONDS', environment.DRAIN_SECONDS),
    demo: readFlag('DEMO', environment.DEMO),
  };
  checkCombination(settings);
  return settings;
}

function checkCombination(settings: ListeningSettings): void {
  const loopback = loopbackHosts.includes(settings.host) || settings.host.startsWith('127.');
  if (!loopback && settings.tls === null && settings.trustProxy === null) {
    throw new ConfigError(
      `HOST=${settings.host} would serve plain HTTP to other machines. Set TLS_CERT and TLS_KEY, or let TRUST_PROXY name the proxy that ends TLS.`,
    );
  }
  if ((!loopback || settings.trustProxy !== null) && settings.publicUrl === null) {
    throw new ConfigError(
      'PUBLIC_URL is required with TRUST_PROXY, and when HOST is not a loopback address: write the https address that people open.',
    );
  }
  if (settings.demo && (!loopback || settings.trustProxy !== null)) {
    throw new ConfigError(
      'Everybody knows the passwords of the demo: it is for this machine only. Remove HOST and TRUST_PROXY, or use npm run serve.',
    );
  }
  if (settings.tls !== null && settings.trustProxy !== null) {
    throw new ConfigError(
      'TLS_CERT and TRUST_PROXY exclude each other: either the service or the proxy ends TLS. Remove one.',
    );
  }
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === '') return 8080;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`PORT=${value} is not a port. Write a whole number from 0 to 65535.`);
  }
  return port;
}

function readPublicUrl(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`PUBLIC_URL=${value} is not an address. Write it as https://apps.example.org.`);
  }
  if (url.protocol === 'http:' && !loopbackHosts.includes(stripBrackets(url.hostname))) {
    throw new ConfigError(`PUBLIC_URL=${value} must begin with https:// unless it is a loopback address.`);
  }
  if (url.pathname !== '/')
    throw new ConfigError(`PUBLIC_URL=${value} must not have a path: the API is at the root.`);
  return url.origin;
}

function readTls(environment: Environment): ListeningSettings['tls'] {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = environment;
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile)
    throw new ConfigError('TLS_CERT and TLS_KEY belong together: set both or neither.');
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

/** Names of networks that the library for forwarded addresses knows. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const maxHops = 10;

function readProxies(value: string | undefined): TrustedProxies | null {
  if (value === undefined || ['', '0', 'false'].includes(value)) return null;
  if (/^\d+$/.test(value) && Number(value) <= maxHops) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.every(isNetwork)) return entries;
  const why = value === 'true' ? 'would believe whatever anybody writes' : 'names no proxies';
  throw new ConfigError(
    `TRUST_PROXY=${value} ${why}. Write the addresses or networks of your proxies (TRUST_PROXY=10.0.0.5,192.168.7.0/24; loopback for one on this machine), or how many proxies stand in a row (TRUST_PROXY=1).`,
  );
}

const isNetwork = (entry: string): boolean =>
  namedNetworks.includes(entry) ||
  ipaddr.IPv4.isValidFourPartDecimal(entry) ||
  ipaddr.IPv6.isValid(entry) ||
  ipaddr.isValidCIDR(entry);
