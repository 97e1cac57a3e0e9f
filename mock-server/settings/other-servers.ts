import type { DaemonAddress } from '../platform/malware/scanner.ts';
import { ConfigError, type Environment } from './environment.ts';
import { readBase, readFlag, stripBrackets } from './values.ts';

export interface OtherServers {
  /** Servers (`host:port`) that outgoing requests may reach although they are not public or use an unusual port. */
  outgoingAllow: readonly string[];
  /**
   * Push services of browsers that may be reached in the same way. `outgoingAllow` does not count for these: any person can
   * register the address of a push service.
   */
  webPushAllow: readonly string[];
  /** Whether outgoing requests may also reach all public servers. */
  outgoingPublic: boolean;
  /** Base addresses of the public stores, each with a trailing slash; null: the service does not read public stores. */
  publicStores: { apple: string; play: string } | null;
  /** Base addresses of the push providers, each with a trailing slash. */
  pushServices: { apns: string; apnsSandbox: string; fcm: string; googleToken: string };
  /** Base address of a server of breached passwords, with a trailing slash; null: none is used. */
  breachedPasswords: string | null;
  /** The ClamAV daemon that scans published files, and what happens to a file that it did not scan; null: no scan. */
  malwareScan: { daemon: DaemonAddress; whenAway: 'refuse' | 'accept' } | null;
}

/** The other servers to which the service sends requests. Error: ConfigError. */
export const readOtherServers = (environment: Environment): OtherServers => ({
  outgoingAllow: readAllowed('OUTGOING_ALLOW', environment),
  webPushAllow: readAllowed('WEB_PUSH_ALLOW', environment),
  outgoingPublic: !environment.OUTGOING_PUBLIC || readFlag('OUTGOING_PUBLIC', environment.OUTGOING_PUBLIC),
  publicStores: readPublicStores(environment),
  pushServices: readPushServices(environment),
  breachedPasswords: environment.HIBP_URL ? readBase('HIBP_URL', environment.HIBP_URL) : null,
  malwareScan: readMalwareScan(environment),
});

function readAllowed(name: 'OUTGOING_ALLOW' | 'WEB_PUSH_ALLOW', environment: Environment): string[] {
  const entries = (environment[name] ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  return entries.filter((entry) => entry !== '').map((entry) => readHostAndPort(name, entry));
}

/** Host and port in the notation of URLs, so that they can be compared with the address of a request. */
function readHostAndPort(name: string, entry: string): string {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/.exec(entry) ?? [];
  if (URL.parse(`http://${host}/`)?.hostname === host && Number(port) > 0 && Number(port) <= 65_535) {
    return `${host}:${Number(port)}`;
  }
  throw new ConfigError(
    `${name}: ${entry} is not host:port. Write it as mirror.example.org:8443, several with commas between.`,
  );
}

function readPublicStores(environment: Environment): OtherServers['publicStores'] {
  if (environment.ASK_STORES && !readFlag('ASK_STORES', environment.ASK_STORES)) return null;
  return {
    apple: readBase('APPLE_STORE_URL', environment.APPLE_STORE_URL || 'https://itunes.apple.com/'),
    play: readBase('PLAY_STORE_URL', environment.PLAY_STORE_URL || 'https://play.google.com/'),
  };
}

const readPushServices = (environment: Environment): OtherServers['pushServices'] => ({
  apns: readBase('APNS_URL', environment.APNS_URL || 'https://api.push.apple.com/'),
  apnsSandbox: readBase(
    'APNS_SANDBOX_URL',
    environment.APNS_SANDBOX_URL || 'https://api.sandbox.push.apple.com/',
  ),
  fcm: readBase('FCM_URL', environment.FCM_URL || 'https://fcm.googleapis.com/'),
  googleToken: readBase('GOOGLE_TOKEN_URL', environment.GOOGLE_TOKEN_URL || 'https://oauth2.googleapis.com/'),
});

/** `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
function readMalwareScan({ CLAMAV_URL: value, CLAMAV_AWAY }: Environment): OtherServers['malwareScan'] {
  if (!value) return null;
  const whenAway = (['refuse', 'accept'] as const).find((way) => way === (CLAMAV_AWAY || 'refuse'));
  if (whenAway === undefined)
    throw new ConfigError(`CLAMAV_AWAY=${CLAMAV_AWAY} is not one of refuse, accept.`);
  const url = URL.parse(value);
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.length > 1) {
    return { daemon: { path: url.pathname }, whenAway };
  }
  if (
    url?.protocol === 'tcp:' &&
    url.hostname !== '' &&
    url.port !== '' &&
    ['', '/'].includes(url.pathname)
  ) {
    const host = stripBrackets(url.hostname);
    return { daemon: { host, port: Number(url.port) }, whenAway };
  }
  throw new ConfigError(
    `CLAMAV_URL=${value} is not an address. Write it as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
  );
}
