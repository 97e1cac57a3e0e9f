import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Where an attempt to sign in comes from. */
export interface Origin {
  /** The address of who asks. */
  address: string;
  /** The udid of the device, where it is a sign-in to the catalog. */
  device: string | null;
}

/** Leading bits of an address that its neighbours share: those that a provider gives to one customer. */
const networkBits = { ipv4: 24, ipv6: 64 } as const;

/** The network of an address; the address itself when it is none. */
function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = networkBits[parsed.kind()];
  const bytes = parsed.toByteArray().map((byte, at) => (at * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** What counts as one source: an address, or of IPv6 the network, whose addresses one machine may have all. */
export function getSourceNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  return ipaddr.process(address).kind() === 'ipv6' ? getNetwork(address) : ipaddr.process(address).toString();
}

/** The device and the network of an attempt as they are kept: hashes, the same for this person only. */
export function getPlaces(user: { id: string }, { address, device }: Origin): string[] {
  const named = [...(device === null ? [] : [`device ${device}`]), `network ${getNetwork(address)}`];
  return named.map((place) => hash('sha256', `${user.id} ${place}`));
}
