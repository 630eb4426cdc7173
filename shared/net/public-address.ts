/**
 * Which addresses everybody may reach. ipaddr.js calls a range by the name of its registration, which says nothing of
 * that: some of what IANA keeps for a purpose of its own is reachable by all (column "Globally Reachable" of
 * https://www.iana.org/assignments/iana-ipv4-special-registry/ and .../iana-ipv6-special-registry/).
 */
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 (RFC 7723, 8155, 7535, 7450, 7534). */
const REACHABLE_4 = ['192.0.0.9/32', '192.0.0.10/32', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'].map(
  (range) => ipaddr.IPv4.parseCIDR(range),
);

/** IPv6 (RFC 7723, 8155, 9665, 7450, 7535, 7343, 9374, 7534). */
const REACHABLE_6 = [
  ...['2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:3::/32', '2001:4:112::/48', '2001:20::/28'],
  ...['2001:30::/28', '2620:4f:8000::/48'],
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Public to look at, but answered by the provider's own machinery (Azure's WireServer). */
const PROVIDERS = new Set(['168.63.129.16']);

/** @param address mapped forms (`::ffff:10.0.0.1`) are IPv4 by now. */
export function isPublicAddress(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv4 ? isPublic4(address) : isPublic6(address);
}

function isPublic4(address: ipaddr.IPv4): boolean {
  if (address.range() === 'unicast') return !PROVIDERS.has(address.toString());
  return REACHABLE_4.some((range) => address.match(range));
}

/** What carries an IPv4 address leads to that one, and is judged as it. */
function isPublic6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  // NAT64's well-known prefix, and no network's own (64:ff9b:1::/48), which leads wherever that network says.
  if (address.match(NAT64)) return isPublic4(ipv4Of(parts[6]!, parts[7]!));
  if (parts[0] === 0x2002 && !isPublic4(ipv4Of(parts[1]!, parts[2]!))) return false;
  const isIsatap = parts[5] === 0x5efe && (parts[4]! & 0xfdff) === 0;
  if (isIsatap && !isPublic4(ipv4Of(parts[6]!, parts[7]!))) return false;
  // Only 2000::/3 is given out; whatever else carries an address (`::127.0.0.1`) is outside of it.
  if ((parts[0]! & 0xe000) !== 0x2000) return false;
  const range = address.range();
  return range === 'unicast' || range === '6to4' || REACHABLE_6.some((reachable) => address.match(reachable));
}

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

function ipv4Of(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
