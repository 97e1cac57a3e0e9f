import type { SyslogServer } from '../platform/syslog/send.ts';
import { ConfigError, type Environment } from './environment.ts';
import { stripBrackets } from './values.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface WatchingSettings {
  logLevel: (typeof logLevels)[number];
  /** A caller who sends it may read `/metrics`; null: nobody. */
  metricsToken: string | null;
  /** The address at which `/metrics` can be read without a token; null: none. */
  metricsAddress: { host: string; port: number } | null;
  /** The syslog server that gets every row of the audit log; null: none. */
  auditSyslog: SyslogServer | null;
}

/** How the operator observes the service. Error: ConfigError. */
export const readWatching = (environment: Environment): WatchingSettings => ({
  logLevel: readLogLevel(environment.LOG_LEVEL),
  metricsToken: readMetricsToken(environment.METRICS_TOKEN),
  metricsAddress: readMetricsAddress(environment.METRICS_PORT),
  auditSyslog: readSyslog(environment.AUDIT_SYSLOG),
});

function readLogLevel(value: string | undefined): WatchingSettings['logLevel'] {
  const level = logLevels.find((name) => name === (value || 'info'));
  if (level === undefined) throw new ConfigError(`LOG_LEVEL=${value} is not one of ${logLevels.join(', ')}.`);
  return level;
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
function readMetricsAddress(value: string | undefined): WatchingSettings['metricsAddress'] {
  if (!value) return null;
  const [, host = 'localhost', port = ''] = /^(?:\[?([\da-z.:-]+?)\]?:)?(\d{1,5})$/i.exec(value) ?? [];
  if (Number(port) > 0 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new ConfigError(
    `METRICS_PORT=${value} is neither a port nor host:port. Write 9464, or 10.0.0.5:9464 for one that other machines reach.`,
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
  return { host: stripBrackets(url.hostname), port, secure };
}
