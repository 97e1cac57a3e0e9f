import type { Connection, Place } from '../../../contract/common/inspection-report.ts';
import type { Findings } from './findings.ts';
import { recognizeHost } from './recognize.ts';

/** Schemes of addresses that an app can connect to, and which of them are encrypted. */
const address = /^(https?|wss?|ftps?|mqtts?):\/\/[^\s"'<>\\]+/i;
const encrypted: ReadonlySet<string> = new Set(['https', 'wss', 'ftps', 'mqtts']);
/** Hosts in names that only look like addresses: XML namespaces and properties. Nothing connects to them. */
const namespaces =
  /^((schemas|xml|www)\.)?(android|w3|xmlpull|xml|xmlsoap|apache|openxmlformats|relaxng|purl)\.(com|org)$|^(java|javax)\.|^ns\.adobe\.com$/;
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

export const looksLikeAddress = (text: string): boolean => address.test(text);

/** Notes an address that is a text of the app, or that was passed to a function that connects. */
export function recordAddress(
  findings: Findings,
  text: string,
  seen: Connection['seen'],
  place: Place,
): void {
  const url = address.exec(text)?.[0];
  if (url === undefined) return;
  findings.addUrl({ url, place });
  const parsed = URL.parse(url);
  if (parsed !== null)
    recordHost(findings, { host: parsed.hostname, scheme: parsed.protocol.slice(0, -1) }, seen, place);
}

/** Notes a host that the app names. `scheme` is empty for a plain socket. */
export function recordHost(
  findings: Findings,
  { host, scheme }: { host: string; scheme: string },
  seen: Connection['seen'],
  place: Place,
): void {
  const name = host.toLowerCase();
  if (namespaces.test(name) || !hostName.test(name)) return;
  recognizeHost(findings, name, place);
  findings.add('Foreign Connections', `${scheme} ${name} ${seen}`, {
    host: name,
    scheme,
    encrypted: encrypted.has(scheme),
    seen,
    place,
  });
}
