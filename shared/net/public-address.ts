/**
 * Globally reachable addresses. ipaddr.js reports the IANA registration of a range, but some special-purpose ranges are
 * globally reachable (column "Globally Reachable" of https://www.iana.org/assignments/iana-ipv4-special-registry/ and
 * .../iana-ipv6-special-registry/).
 */
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Reachable special-purpose ranges of IPv4 (RFC 7723, 8155, 7535, 7450, 7534). */
const REACHABLE_4 = ['192.0.0.9/32', '192.0.0.10/32', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'].map(
  (range) => ipaddr.IPv4.parseCIDR(range),
);

/** Reachable special-purpose ranges of IPv6 (RFC 7723, 8155, 9665, 7450, 7535, 7343, 9374, 7534). */
const REACHABLE_6 = [
  ...['2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:3::/32', '2001:4:112::/48', '2001:20::/28'],
  ...['2001:30::/28', '2620:4f:8000::/48'],
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Public addresses that a cloud provider answers itself (Azure's WireServer). */
const PROVIDER_ADDRESSES = new Set(['168.63.129.16']);

/** @param address must not be an IPv4-mapped address (`::ffff:10.0.0.1`): convert it to IPv4 first */
export function isPublicAddress(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv4 ? isPublic4(address) : isPublic6(address);
}

function isPublic4(address: ipaddr.IPv4): boolean {
  if (address.range() === 'unicast') return !PROVIDER_ADDRESSES.has(address.toString());
  return REACHABLE_4.some((range) => address.match(range));
}

/** Checks an IPv6 address, and the IPv4 address that it embeds, if any. */
function isPublic6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  // The well-known NAT64 prefix. Local NAT64 prefixes (64:ff9b:1::/48) are refused below: each network routes them itself.
  if (address.match(NAT64)) return isPublic4(ipv4Of(parts[6]!, parts[7]!));
  if (parts[0] === 0x2002 && !isPublic4(ipv4Of(parts[1]!, parts[2]!))) return false;
  const isIsatap = parts[5] === 0x5efe && (parts[4]! & 0xfdff) === 0;
  if (isIsatap && !isPublic4(ipv4Of(parts[6]!, parts[7]!))) return false;
  // Only 2000::/3 is allocated. Other forms that embed an address (`::127.0.0.1`) are outside of it.
  if ((parts[0]! & 0xe000) !== 0x2000) return false;
  const range = address.range();
  return range === 'unicast' || range === '6to4' || REACHABLE_6.some((reachable) => address.match(reachable));
}

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

function ipv4Of(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
