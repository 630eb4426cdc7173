/**
 * Keeps the crawler out of private networks (SSRF protection): it fetches URLs of untrusted pages from inside a machine or
 * cloud account. Addresses are checked after parsing, never as text, which covers decimal, octal, full-width and escaped
 * spellings. Names are checked by the addresses that they resolve to, at every connection.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Reason } from '../url/reason.ts';
import { type IpAddress, isPublicAddress } from './public-address.ts';

type Range = [IpAddress, number];

/**
 * Checks an IP address.
 *
 * @param address in the form of a socket or a resolver
 * @param allowPrivate private ranges (`10.1.0.0/16`, `fd00::/8`) or single addresses that are permitted
 * @returns undefined if the address is public or permitted
 */
export function checkAddress(address: string, allowPrivate: readonly string[]): 'private-address' | undefined {
  // Refuses ambiguous forms such as `010.0.0.1` (8.0.0.1 or 10.0.0.1) and `8.8`. Sockets and resolvers never return them.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return 'private-address';
  const parsed = ipaddr.process(address);
  return isPublicAddress(parsed) || isPermitted(parsed, allowPrivate) ? undefined : 'private-address';
}

/** Names reserved for private networks (RFC 6761, 6762, 8375; ICANN for `internal`): no public address is legitimate. */
const NEVER_PUBLIC = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.*$/i;

/**
 * Checks an address that a name resolved to. A name that is never public may resolve to permitted ranges only: a public
 * address for it comes from an attack or from a resolver that shows advertisements.
 */
export function checkResolvedAddress(
  name: string,
  address: string,
  allowPrivate: readonly string[],
): 'private-address' | undefined {
  const reason = checkAddress(address, allowPrivate);
  if (reason || !NEVER_PUBLIC.test(name)) return reason;
  return isPermitted(ipaddr.process(address), allowPrivate) ? undefined : 'private-address';
}

/** Returns the entries that are neither a range (CIDR) nor an address. */
export function invalidRanges(allowPrivate: readonly string[]): string[] {
  return allowPrivate.filter((range) => parseRange(range) === undefined);
}

const parsedRanges = new WeakMap<readonly string[], Range[]>();

function isPermitted(address: IpAddress, allowPrivate: readonly string[]): boolean {
  let ranges = parsedRanges.get(allowPrivate);
  if (!ranges) {
    ranges = allowPrivate.flatMap((range) => {
      const parsed = parseRange(range);
      return parsed ? [parsed] : [];
    });
    parsedRanges.set(allowPrivate, ranges);
  }
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits));
}

function parseRange(range: string): Range | undefined {
  if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range);
  if (!ipaddr.isValid(range)) return undefined;
  const address = ipaddr.process(range);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

/**
 * Checks a URL without any DNS lookup: its scheme, an IP address as its host, or a host name that is known to resolve to a
 * private address.
 *
 * @returns the reason to refuse it, or undefined
 */
export function checkUrl(text: string, allowPrivate: readonly string[]): Reason | undefined {
  const url = URL.parse(text);
  if (!url) return 'malformed';
  if (!SCHEMES.includes(url.protocol)) return 'scheme';
  if (url.hostname === '') return 'malformed';
  // Dots at the end name the DNS root.
  const host = url.hostname.replace(TRAILING_DOTS, '');
  const literal = ipLiteralOf(host);
  return literal === undefined ? checkName(host, allowPrivate) : checkAddress(literal, allowPrivate);
}

const TRAILING_DOTS = /(?<!\.)\.+$/;

const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Returns the IP address that a `URL.hostname` consists of, without brackets, or undefined if it is a name. */
export function ipLiteralOf(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  // The URL parser normalises every IPv4 form to this one. ipaddr.js would throw for each name, which costs 0.1 ms.
  return FOUR_NUMBERS.test(hostname) ? hostname : undefined;
}

const LOCALHOST = /(?:^|\.)localhost$/;
/** Names for private use: by RFC 6761, 6762, 8375, 9476, by ICANN (`internal`), or by convention of routers and clusters. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc|cluster|consul|onion)$/;
/** Public names that resolve to 127.0.0.1 or to a metadata service, some of them after a first public answer (DNS rebinding). */
const REBINDING_NAME =
  /(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|localho\.st|localh\.st|local\.gd|42foo\.com|rbndr\.us|1u\.ms|rebind\.network|bugbounty\.dod\.network|burpcollaborator\.net|metadata\.tencentyun\.com)$/;
/** Public DNS services that answer with the address in the name. */
const ECHO_SERVICE = /^(.+)\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me)$/;
const DECIMAL = /(?<=^|[.-])\d{1,3}(?:([.-])\d{1,3}(?:\1\d{1,3}){2})(?=$|[.-])/g;
const HEX = /(?<=^|[.-])(?:0x)?([0-9a-f]{8})(?=$|[.])/g;
/** An IPv6 address with dashes instead of colons. */
const DASHED = /^[0-9a-f]{0,4}(?:-[0-9a-f]{0,4}){2,7}$/;

/** @param name host name without a final dot */
function checkName(name: string, allowPrivate: readonly string[]): 'private-address' | undefined {
  // Every resolver answers 127.0.0.1 for it (RFC 6761, 6.3).
  if (LOCALHOST.test(name) && !checkAddress('127.0.0.1', allowPrivate)) return undefined;
  // A name of one label is resolved in the local domain.
  if (!name.includes('.') || PRIVATE_NAME.test(name) || REBINDING_NAME.test(name)) return 'private-address';
  const echoed = ECHO_SERVICE.exec(name)?.[1];
  const found = echoed === undefined ? [] : addressesIn(echoed);
  // traefik.me answers 127.0.0.1 for names without an address.
  if (found.length === 0) return /(?:^|\.)traefik\.me$/.test(name) ? 'private-address' : undefined;
  return found.some((address) => checkAddress(address, allowPrivate)) ? 'private-address' : undefined;
}

/** Returns every address that one of the echo services might read from a name. */
function addressesIn(name: string): string[] {
  const decimal = Array.from(name.matchAll(DECIMAL), ([found]) => found.replaceAll('-', '.'));
  const hex = Array.from(name.matchAll(HEX), ([, digits]) => ipv4Of(Number.parseInt(digits!, 16)));
  const dashed = name.split('.').filter((label) => DASHED.test(label) && !/^\d{1,3}(?:-\d{1,3}){3}$/.test(label));
  const ipv6 = dashed.map((label) => label.replaceAll('-', ':')).filter((address) => ipaddr.IPv6.isValid(address));
  return [...decimal, ...hex, ...ipv6];
}

function ipv4Of(number: number): string {
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff].join('.');
}

export type ChainQuery = {
  url: string;
  /** Addresses that the first name resolves to: of one lookup, or of several in a row. Absent: names are checked as written. */
  addresses?: readonly string[] | readonly (readonly string[])[] | null | undefined;
  /** Location headers of the redirects, each relative to the URL before it. */
  redirects?: readonly string[] | null | undefined;
};

/** Checks a fetch with all its redirects. Each hop and each address of each lookup must pass, because of DNS rebinding. */
export function checkRedirectChain(query: ChainQuery, allowPrivate: readonly string[] = []): Reason | undefined {
  let hop = URL.parse(query.url);
  if (!hop) return 'malformed';
  const lookups = query.addresses ? lookupLists(query.addresses) : undefined;
  let resolved: string | undefined;
  const check = (url: URL): Reason | undefined => {
    const { href, hostname } = url;
    // Only one name has been looked up: the first, as an IP address needs no lookup. Any other name is checked as written.
    if (hostname === resolved) return checkScheme(url);
    if (!lookups || resolved !== undefined) return checkUrl(href, allowPrivate);
    if (ipLiteralOf(hostname) === undefined) resolved = hostname;
    return checkResolvedUrl(url, lookups, allowPrivate);
  };
  const first = check(hop);
  if (first) return first;
  for (const location of query.redirects ?? []) {
    hop = URL.parse(location, hop.href);
    if (!hop) return 'redirect-nowhere';
    const reason = check(hop);
    if (reason) return reason;
  }
  return undefined;
}

function lookupLists(addresses: readonly string[] | readonly (readonly string[])[]): readonly (readonly string[])[] {
  const first = addresses[0];
  return typeof first === 'string' ? [addresses as readonly string[]] : (addresses as readonly (readonly string[])[]);
}

function checkScheme({ protocol }: URL): 'scheme' | undefined {
  return SCHEMES.includes(protocol) ? undefined : 'scheme';
}

function checkResolvedUrl(
  url: URL,
  lookups: readonly (readonly string[])[],
  allowPrivate: readonly string[],
): Reason | undefined {
  if (checkScheme(url)) return 'scheme';
  // An IP address needs no lookup, whatever addresses the query gives.
  const literal = ipLiteralOf(url.hostname);
  if (literal !== undefined) return checkAddress(literal, allowPrivate);
  if (lookups.length === 0 || lookups.some((addresses) => addresses.length === 0)) return 'dns';
  return lookups.flat().some((address) => checkResolvedAddress(url.hostname, address, allowPrivate))
    ? 'private-address'
    : undefined;
}
