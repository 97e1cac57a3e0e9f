import { hostname } from 'node:os';

/** Facility 13, "log audit"; RFC 5424, section 6.2.1. */
const facility = 13;
const severities = { warning: 4, notice: 5 } as const;
/** The private enterprise number that RFC 5612 reserves for documentation: ours is not registered. */
const dataId = 'appshelf@32473';

export interface SyslogEntry {
  /** ISO 8601, UTC. */
  at: string;
  severity: keyof typeof severities;
  /** The kind of event. */
  id: string;
  data: Readonly<Record<string, string>>;
  text: string;
}

/** A message of the syslog protocol; RFC 5424, section 6. */
export function formatSyslogMessage({ at, severity, id, data, text }: SyslogEntry): string {
  const priority = facility * 8 + severities[severity];
  const header = `<${priority}>1 ${at} ${formatField(hostname(), 255)} appshelf ${process.pid} ${formatField(id, 32)}`;
  const parameters = Object.entries(data).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  // The mark says that the text is UTF-8.
  return `${header} [${dataId}${parameters.join('')}] \uFEFF${text}`;
}

/** Printable ASCII without spaces; `-` for nothing. */
const formatField = (value: string, maxLength: number): string =>
  value.replace(/[^\x21-\x7e]/g, '_').slice(0, maxLength) || '-';

const escapeValue = (value: string): string => value.replace(/["\\\]]/g, '\\$&');
