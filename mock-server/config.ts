import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { defaultLimits, type Limits } from './limits.ts';
import { type BucketLocation, parseBucketUrl } from './platform/blobs/bucket/location.ts';
import type { DatabaseLocation } from './platform/database/connect.ts';
import type { SmtpServer } from './platform/mail/smtp.ts';
import type { DaemonAddress } from './platform/malware/scanner.ts';
import type { SyslogServer } from './platform/syslog/send.ts';

/** The organization and administrator that the first start creates. */
export interface FirstAdministrator {
  organizationName: string;
  userId: string;
  password: string;
  email: string;
  /** What the organization demands of passwords, sessions and tokens. */
  securityLevel?: (typeof securityLevels)[number];
  /** Subdomain of the organization; only the demo sets it. */
  subdomain?: string;
}

/** Who sends the bytes of install files: the service, the bucket, or the web server before the service, from the disk. */
type Downloads = { by: 'service' | 'redirect' | 'x-sendfile' } | { by: 'x-accel-redirect'; prefix: string };

/** Addresses and networks of proxies, or how many of them stand in a row before the service. */
type TrustedProxies = string[] | number;

/** The settings of the service: read and checked once, then handed on. */
export interface Config {
  host: string;
  port: number;
  /** Base of absolute links, without a trailing slash. Null, possible on loopback only: taken from the request. */
  publicUrl: string | null;
  dataDir: string;
  database: DatabaseLocation;
  /** Where files are kept; null: in `dataDir`. */
  bucket: BucketLocation | null;
  downloads: Downloads;
  /** Keys of 32 bytes in base64, the current one first; null: they are in a file. */
  secretKey: string | null;
  /** The file of the keys; null: `secret.key` in `dataDir`, made on the first start. */
  secretKeyFile: string | null;
  tls: { certFile: string; keyFile: string } | null;
  /** The proxies that end TLS and whose `X-Forwarded-…` headers are believed; null: nobody's are. */
  trustProxy: TrustedProxies | null;
  /** How long (ms) it goes on serving when it is told to stop, while it tells proxies to send nothing more. */
  drainTime: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Directory of the built catalog; null when the service does not serve it. */
  catalogDir: string | null;
  firstAdministrator: FirstAdministrator | null;
  /** Whether the demo is served; its accounts can sign in from loopback addresses only. */
  demo: boolean;
  /** Servers (`host:port`) that outgoing requests may reach although they are not public or use an unusual port. */
  outgoingAllow: readonly string[];
  /** Base addresses of the public stores, each with a trailing slash; null: the service does not read public stores. */
  publicStores: { apple: string; play: string } | null;
  /** Base addresses of the services that pass texts on to devices, each with a trailing slash. */
  pushServices: { apns: string; apnsSandbox: string; fcm: string; googleToken: string };
  /** The mail server; null: mail is written to `outbox` in `dataDir`. */
  smtp: SmtpServer | null;
  /** Domains that organizations may let their mail come from; null: any. */
  mailDomains: string[] | null;
  /** Base address of a server of breached passwords, with a trailing slash; null: none is asked. */
  breachedPasswords: string | null;
  /** The ClamAV daemon that scans what is published, and what happens to a file that it did not scan; null: no scan. */
  malwareScan: { daemon: DaemonAddress; whenAway: 'refuse' | 'accept' } | null;
  /** Who sends it may read `/metrics`; null: nobody. */
  metricsToken: string | null;
  /** Where `/metrics` is read without a token; null: nowhere. */
  metricsAddress: { host: string; port: number } | null;
  /** The syslog server that gets every row of the audit log; null: none does. */
  auditSyslog: SyslogServer | null;
  limits: Limits;
}

/** A setting that can't be used. The message names the variable and says what to write instead. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const securityLevels = ['documented', 'strict'] as const;
const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/** Reads and checks the settings. Error: ConfigError, with one line that says what to correct. */
export function readConfig(said: Environment): Config {
  const environment = withFiles(said);
  const dataDir = resolve(environment.DATA_DIR || 'data');
  const config: Config = {
    host: environment.HOST || 'localhost',
    port: readPort(environment.PORT),
    publicUrl: readPublicUrl(environment.PUBLIC_URL),
    dataDir,
    database: readDatabase(environment, dataDir),
    bucket: readBucket(environment.BLOB_URL),
    downloads: readDownloads(environment),
    ...readSecretKey(environment),
    tls: readTls(environment),
    trustProxy: readProxies(environment.TRUST_PROXY),
    drainTime: readSeconds('DRAIN_SECONDS', environment.DRAIN_SECONDS),
    logLevel: readLogLevel(environment.LOG_LEVEL),
    catalogDir: environment.CATALOG_DIR ? resolve(environment.CATALOG_DIR) : null,
    firstAdministrator: readFirstAdministrator(environment),
    demo: readFlag('DEMO', environment.DEMO),
    outgoingAllow: readAllowed(environment.OUTGOING_ALLOW),
    publicStores: readPublicStores(environment),
    pushServices: readPushServices(environment),
    smtp: readSmtp(environment.SMTP_URL),
    mailDomains: readMailDomains(environment.MAIL_DOMAINS),
    breachedPasswords: environment.HIBP_URL ? readBase('HIBP_URL', environment.HIBP_URL) : null,
    malwareScan: readMalwareScan(environment),
    metricsToken: readMetricsToken(environment.METRICS_TOKEN),
    metricsAddress: readMetricsAddress(environment.METRICS_PORT),
    auditSyslog: readSyslog(environment.AUDIT_SYSLOG),
    limits: defaultLimits,
  };
  checkTogether(config);
  return config;
}

function checkTogether(config: Config): void {
  const loopback = loopbackHosts.includes(config.host) || config.host.startsWith('127.');
  if (!loopback && config.tls === null && config.trustProxy === null) {
    throw new ConfigError(
      `HOST=${config.host} would serve plain HTTP to other machines. Set TLS_CERT and TLS_KEY, or let TRUST_PROXY name the proxy that ends TLS.`,
    );
  }
  if ((!loopback || config.trustProxy !== null) && config.publicUrl === null) {
    throw new ConfigError(
      'PUBLIC_URL is required with TRUST_PROXY, and when HOST is not a loopback address: write the https address that people open.',
    );
  }
  if (config.demo && (!loopback || config.trustProxy !== null)) {
    throw new ConfigError(
      'Everybody knows the passwords of the demo: it is for this machine only. Remove HOST and TRUST_PROXY, or use npm run serve.',
    );
  }
  if (config.tls !== null && config.trustProxy !== null) {
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

const mostSeconds = 300;

function readSeconds(name: string, value: string | undefined): number {
  const seconds = Number(value || 0);
  if (seconds >= 0 && seconds <= mostSeconds) return seconds * 1000;
  throw new ConfigError(`${name}=${value} is not a number of seconds from 0 to ${mostSeconds}.`);
}

function readPublicUrl(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`PUBLIC_URL=${value} is not an address. Write it as https://apps.example.org.`);
  }
  if (url.protocol === 'http:' && !loopbackHosts.includes(url.hostname.replace(/^\[|\]$/g, ''))) {
    throw new ConfigError(`PUBLIC_URL=${value} must begin with https:// unless it is a loopback address.`);
  }
  if (url.pathname !== '/')
    throw new ConfigError(`PUBLIC_URL=${value} must not have a path: the API is at the root.`);
  return url.origin;
}

function readBucket(value: string | undefined): BucketLocation | null {
  if (!value) return null;
  try {
    return parseBucketUrl(value);
  } catch (error) {
    throw new ConfigError(`BLOB_URL ${(error as Error).message}`);
  }
}

function readDownloads({ DOWNLOADS: value = 'service', BLOB_URL }: Environment): Downloads {
  const [by = '', prefix, ...more] = value.split('=');
  if ((BLOB_URL ? ['x-sendfile', 'x-accel-redirect'] : ['redirect']).includes(by))
    throw new ConfigError(`DOWNLOADS=${by} works only ${BLOB_URL ? 'without' : 'with'} BLOB_URL.`);
  if (
    by === 'x-accel-redirect' &&
    prefix !== undefined &&
    more.length === 0 &&
    /^\/([\w.-]+\/)+$/.test(prefix)
  )
    return { by, prefix };
  const plain = (['service', 'redirect', 'x-sendfile'] as const).find((one) => one === (value || 'service'));
  if (plain !== undefined) return { by: plain };
  throw new ConfigError(
    `DOWNLOADS=${value} is not one of service, redirect, x-sendfile, x-accel-redirect=/path/ (the internal location of nginx).`,
  );
}

function readDatabase(environment: Environment, dataDir: string): DatabaseLocation {
  const { DATABASE_URL: value, DATABASE_POOL_SIZE: size, DATABASE_PREPARE: prepare } = environment;
  if (value === undefined || value === '') return { file: resolve(dataDir, 'appshelf.sqlite') };
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new ConfigError(
      'DATABASE_URL must begin with postgres://. Leave it out to use the embedded database.',
    );
  }
  const poolSize = Number(size || 8);
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000)
    throw new ConfigError(`DATABASE_POOL_SIZE=${size} is not a whole number from 1 to 1000.`);
  return { url: value, poolSize, prepares: readFlag('DATABASE_PREPARE', prepare || 'true') };
}

/** Settings that are secret: each may be in a file that `…_FILE` names, or among the credentials that systemd passes on. */
const inFiles = ['DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD'] as const;

/** The environment with what files say. Error: ConfigError for a file that can't be read, or a setting that is said twice. */
function withFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  for (const name of inFiles) {
    const file = fileOf(environment, name);
    if (file !== null) read[name] = readText(file, name).trim();
  }
  return { ...environment, ...read };
}

/** The file that holds a secret setting; null when none does. */
function fileOf(environment: Environment, name: string): string | null {
  const said = environment[`${name}_FILE`];
  if (said && environment[name]) {
    throw new ConfigError(`${name} and ${name}_FILE exclude each other. Remove one.`);
  }
  if (said) return resolve(said);
  const directory = environment.CREDENTIALS_DIRECTORY;
  if (!directory || environment[name]) return null;
  const passed = join(directory, name.toLowerCase());
  return existsSync(passed) ? passed : null;
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}: ${file} can't be read (${code}).`);
  }
}

function readSecretKey(environment: Environment): Pick<Config, 'secretKey' | 'secretKeyFile'> {
  const secretKeyFile = fileOf(environment, 'SECRET_KEY');
  if (secretKeyFile !== null) {
    assertKeys(readText(secretKeyFile, 'SECRET_KEY_FILE'), 'SECRET_KEY_FILE');
    return { secretKey: null, secretKeyFile };
  }
  const key = environment.SECRET_KEY;
  if (key === undefined || key === '') {
    if (environment.DATABASE_URL) {
      throw new ConfigError(
        'SECRET_KEY or SECRET_KEY_FILE is required with DATABASE_URL, so that every instance has the same. Make one with: openssl rand -base64 32',
      );
    }
    return { secretKey: null, secretKeyFile: null };
  }
  assertKeys(key, 'SECRET_KEY');
  return { secretKey: key, secretKeyFile: null };
}

function assertKeys(text: string, name: string): void {
  const keys = text.split(/[\s,]+/).filter(Boolean);
  if (keys.length > 0 && keys.every((key) => Buffer.from(key, 'base64').length === 32)) return;
  throw new ConfigError(`${name} must be 32 bytes in base64. Make one with: openssl rand -base64 32`);
}

function readTls(environment: Environment): Config['tls'] {
  const { TLS_CERT: certFile, TLS_KEY: keyFile } = environment;
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile)
    throw new ConfigError('TLS_CERT and TLS_KEY belong together: set both or neither.');
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

function readFlag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '' || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new ConfigError(`${name}=${value} is neither true nor false.`);
}

/** Names of networks that need no numbers: the library that reads forwarded addresses knows them. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const mostHops = 10;

function readProxies(value: string | undefined): TrustedProxies | null {
  if (value === undefined || ['', '0', 'false'].includes(value)) return null;
  if (/^\d+$/.test(value) && Number(value) <= mostHops) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.every(isNetwork)) return entries;
  const why = value === 'true' ? 'would believe whatever anybody writes' : 'names no proxies';
  throw new ConfigError(
    `TRUST_PROXY=${value} ${why}. Write the addresses or networks of your proxies (TRUST_PROXY=10.0.0.5,192.168.7.0/24; loopback for one on this machine), or how many stand in a row (TRUST_PROXY=1).`,
  );
}

const isNetwork = (entry: string): boolean =>
  namedNetworks.includes(entry) ||
  ipaddr.IPv4.isValidFourPartDecimal(entry) ||
  ipaddr.IPv6.isValid(entry) ||
  ipaddr.isValidCIDR(entry);

function readLogLevel(value: string | undefined): Config['logLevel'] {
  const level = logLevels.find((name) => name === (value || 'info'));
  if (level === undefined) throw new ConfigError(`LOG_LEVEL=${value} is not one of ${logLevels.join(', ')}.`);
  return level;
}

function readFirstAdministrator(environment: Environment): FirstAdministrator | null {
  const names = ['ORGANIZATION_NAME', 'ADMIN_USER_ID', 'ADMIN_PASSWORD', 'ADMIN_EMAIL'] as const;
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(', ')} missing: the first start needs ${names.join(', ')}.`);
  return {
    organizationName: environment.ORGANIZATION_NAME ?? '',
    userId: environment.ADMIN_USER_ID ?? '',
    password: environment.ADMIN_PASSWORD ?? '',
    email: environment.ADMIN_EMAIL ?? '',
    securityLevel: readSecurityLevel(environment.SECURITY_LEVEL),
  };
}

function readSecurityLevel(value: string | undefined): (typeof securityLevels)[number] {
  const level = securityLevels.find((name) => name === (value || 'documented'));
  if (level !== undefined) return level;
  throw new ConfigError(`SECURITY_LEVEL=${value} is neither documented nor strict.`);
}

function readAllowed(value: string | undefined): string[] {
  const entries = (value ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  return entries.filter((entry) => entry !== '').map(readHostAndPort);
}

/** Host and port in the notation that URLs use, so that the address of a request can be compared with them. */
function readHostAndPort(entry: string): string {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/.exec(entry) ?? [];
  if (URL.parse(`http://${host}/`)?.hostname === host && Number(port) > 0 && Number(port) <= 65_535) {
    return `${host}:${Number(port)}`;
  }
  throw new ConfigError(
    `OUTGOING_ALLOW: ${entry} is not host:port. Write it as mirror.example.org:8443, several with commas between.`,
  );
}

function readPublicStores(environment: Environment): Config['publicStores'] {
  if (environment.ASK_STORES && !readFlag('ASK_STORES', environment.ASK_STORES)) return null;
  return {
    apple: readBase('APPLE_STORE_URL', environment.APPLE_STORE_URL || 'https://itunes.apple.com/'),
    play: readBase('PLAY_STORE_URL', environment.PLAY_STORE_URL || 'https://play.google.com/'),
  };
}

function readMetricsToken(value: string | undefined): string | null {
  if (!value) return null;
  // The value is a secret, so the message does not show it.
  if (/^[\x21-\x7e]{16,200}$/.test(value)) return value;
  throw new ConfigError(
    'METRICS_TOKEN must be 16 to 200 printable characters. Make one with: openssl rand -hex 32',
  );
}

/** A port of this machine only, or `host:port`. */
function readMetricsAddress(value: string | undefined): Config['metricsAddress'] {
  if (!value) return null;
  const [, host = 'localhost', port = ''] = /^(?:\[?([\da-z.:-]+?)\]?:)?(\d{1,5})$/i.exec(value) ?? [];
  if (Number(port) > 0 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new ConfigError(
    `METRICS_PORT=${value} is neither a port nor host:port. Write 9464, or 10.0.0.5:9464 for one that other machines reach.`,
  );
}

const readPushServices = (environment: Environment): Config['pushServices'] => ({
  apns: readBase('APNS_URL', environment.APNS_URL || 'https://api.push.apple.com/'),
  apnsSandbox: readBase(
    'APNS_SANDBOX_URL',
    environment.APNS_SANDBOX_URL || 'https://api.sandbox.push.apple.com/',
  ),
  fcm: readBase('FCM_URL', environment.FCM_URL || 'https://fcm.googleapis.com/'),
  googleToken: readBase('GOOGLE_TOKEN_URL', environment.GOOGLE_TOKEN_URL || 'https://oauth2.googleapis.com/'),
});

function readBase(name: string, value: string): string {
  const url = URL.parse(value);
  const plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(
      `${name}=${value} is not an address. Write it as https://mirror.example.org/apple.`,
    );
  }
  return url.href.replace(/\/?$/, '/');
}

/** `smtp://user:password@host:587` (STARTTLS, which is optional only for a server on this machine) or `smtps://…:465`. */
function readSmtp(value: string | undefined): SmtpServer | null {
  if (!value) return null;
  const url = URL.parse(value);
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && `${url.search}${url.hash}` === '';
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    // The value may contain a password, so the message does not show it.
    throw new ConfigError(
      'SMTP_URL is not an address. Write it as smtp://user:password@mail.example.org:587.',
    );
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new ConfigError('SMTP_URL: user and password belong together. Write both or neither.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    tlsRequired: !loopbackHosts.includes(host),
    auth: url.username === '' ? null : { user: decodePart(url.username), pass: decodePart(url.password) },
  };
}

function readMailDomains(value: string | undefined): string[] | null {
  if (!value) return null;
  const domains = value.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = domains.find((domain) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain));
  if (wrong === undefined) return domains;
  throw new ConfigError(`MAIL_DOMAINS: ${wrong} is not a domain. Write it as example.org,example.com.`);
}

/** `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
function readMalwareScan({ CLAMAV_URL: value, CLAMAV_AWAY }: Environment): Config['malwareScan'] {
  if (!value) return null;
  const whenAway = (['refuse', 'accept'] as const).find((way) => way === (CLAMAV_AWAY || 'refuse'));
  if (whenAway === undefined)
    throw new ConfigError(`CLAMAV_AWAY=${CLAMAV_AWAY} is neither refuse nor accept.`);
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
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { daemon: { host, port: Number(url.port) }, whenAway };
  }
  throw new ConfigError(
    `CLAMAV_URL=${value} is not an address. Write it as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
  );
}

/** `tls://host:6514` or `tcp://host:514`. */
function readSyslog(value: string | undefined): SyslogServer | null {
  if (!value) return null;
  const url = URL.parse(value);
  const isPlain =
    url !== null && ['', '/'].includes(url.pathname) && `${url.search}${url.hash}${url.username}` === '';
  if (!isPlain || !['tls:', 'tcp:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(
      `AUDIT_SYSLOG=${value} is not an address. Write it as tls://logs.example.org:6514 or tcp://127.0.0.1:514.`,
    );
  }
  const secure = url.protocol === 'tls:';
  const port = url.port === '' ? (secure ? 6514 : 514) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, secure };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError('SMTP_URL: write % in user or password as %25.');
  }
}
