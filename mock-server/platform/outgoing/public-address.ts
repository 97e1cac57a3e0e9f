import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 2000::/3, the only part of IPv6 that is assigned for public use. */
const globalUnicast = ipaddr.IPv6.parse('2000::');
/** 64:ff9b::/96: IPv4 addresses inside IPv6 ones, as networks without IPv4 use them (RFC 6052). */
const translated = ipaddr.IPv6.parse('64:ff9b::');

/**
 * True for an address of the public internet that stands for one host: neither loopback, private, link-local, shared,
 * multicast, reserved nor for documentation, and no form of IPv6 that carries such an IPv4 address (RFC 6890 and the
 * registries of special addresses). False for text that is not an address in its usual notation.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text).range() === 'unicast';
  return isIP(text) === 6 && isPublicIPv6(ipaddr.IPv6.parse(text));
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.match(translated, 96)) return isPublicAddress(address.toByteArray().slice(12).join('.'));
  return address.match(globalUnicast, 3) && address.range() === 'unicast';
}
