/**
 * Keeps the crawler out of private networks: it fetches what strangers' pages name, from inside somebody's machine or
 * cloud account. Addresses are judged after parsing, never as text, which undoes decimal, octal, full-width and escaped
 * spellings; names are judged by the addresses that they lead to, at every connection.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Reason } from '../url/reason.ts';
import { type IpAddress, isPublicAddress } from './public-address.ts';

type Range = [IpAddress, number];

/**
 * @param address an IP address as a socket or a resolver gives it.
 * @param allowPrivate ranges that are opened all the same, as `10.1.0.0/16`, `fd00::/8` or a single address.
 * @returns undefined: a public address, or an opened one.
 */
export function checkAddress(address: string, allowPrivate: readonly string[]): 'private-address' | undefined {
  // `010.0.0.1` is 8.0.0.1 for one reader and 10.0.0.1 for another; a socket or a resolver writes neither it nor `8.8`.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return 'private-address';
  const parsed = ipaddr.process(address);
  return isPublicAddress(parsed) || isOpened(parsed, allowPrivate) ? undefined : 'private-address';
}

/** Kept for machines inside (RFC 6761, 6762, 8375; ICANN for `internal`): whoever says otherwise of one has no right to. */
const NEVER_PUBLIC = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.*$/i;

/**
 * Judges what a name was found to lead to. One that is never public leads to opened ranges only: a public address for it
 * is somebody's trick, or a resolver's advertisement.
 */
export function checkResolvedAddress(
  name: string,
  address: string,
  allowPrivate: readonly string[],
): 'private-address' | undefined {
  const reason = checkAddress(address, allowPrivate);
  if (reason || !NEVER_PUBLIC.test(name)) return reason;
  return isOpened(ipaddr.process(address), allowPrivate) ? undefined : 'private-address';
}

/** @returns those that are neither a range (CIDR) nor an address. */
export function invalidRanges(allowPrivate: readonly string[]): string[] {
  return allowPrivate.filter((range) => parseRange(range) === undefined);
}

const parsedRanges = new WeakMap<readonly string[], Range[]>();

function isOpened(address: IpAddress, allowPrivate: readonly string[]): boolean {
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
 * Judges what an address says of itself, without any look-up: the scheme, an IP address in it, or a name that is known to
 * lead inside.
 */
export function checkUrl(address: string, allowPrivate: readonly string[]): Reason | undefined {
  const url = URL.parse(address);
  if (!url) return 'malformed';
  if (!SCHEMES.includes(url.protocol)) return 'scheme';
  if (url.hostname === '') return 'malformed';
  // The root of the name tree, written once or several times, is no part of a name.
  const host = url.hostname.replace(DOTS, '');
  const literal = ipLiteralOf(host);
  return literal === undefined ? judgeName(host, allowPrivate) : checkAddress(literal, allowPrivate);
}

const DOTS = /(?<!\.)\.+$/;

const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** @param hostname as `URL.hostname` gives it. @returns the IP address that it is, without brackets; undefined for a name. */
export function ipLiteralOf(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  // The URL parser writes every form of an address so; a parser of addresses makes an error of each name, which costs a
  // tenth of a millisecond.
  return FOUR_NUMBERS.test(hostname) ? hostname : undefined;
}

const LOCALHOST = /(?:^|\.)localhost$/;
/** Kept for private use by RFC 6761, 6762, 8375, 9476, by ICANN (`internal`), or by the habits of routers and clusters. */
const INSIDE =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc|cluster|consul|onion)$/;
/** Public names that lead to 127.0.0.1, or first elsewhere and then there, for tests of exactly this guard; and to metadata. */
const LOOPBACK =
  /(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|localho\.st|localh\.st|local\.gd|42foo\.com|rbndr\.us|1u\.ms|rebind\.network|bugbounty\.dod\.network|burpcollaborator\.net|metadata\.tencentyun\.com)$/;
/** Public services that answer with the address which the name contains. */
const ECHO = /^(.+)\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me)$/;
const DECIMAL = /(?<=^|[.-])\d{1,3}(?:([.-])\d{1,3}(?:\1\d{1,3}){2})(?=$|[.-])/g;
const HEX = /(?<=^|[.-])(?:0x)?([0-9a-f]{8})(?=$|[.])/g;
/** IPv6, with dashes for its colons. */
const DASHED = /^[0-9a-f]{0,4}(?:-[0-9a-f]{0,4}){2,7}$/;

/** @param name without a dot at its end. */
function judgeName(name: string, allowPrivate: readonly string[]): 'private-address' | undefined {
  // Every resolver has it lead here (RFC 6761, 6.3).
  if (LOCALHOST.test(name) && !checkAddress('127.0.0.1', allowPrivate)) return undefined;
  // A name of one label is looked up among the machines next door.
  if (!name.includes('.') || INSIDE.test(name) || LOOPBACK.test(name)) return 'private-address';
  const echoed = ECHO.exec(name)?.[1];
  const found = echoed === undefined ? [] : addressesIn(echoed);
  // Without an address in the name this one says 127.0.0.1.
  if (found.length === 0) return /(?:^|\.)traefik\.me$/.test(name) ? 'private-address' : undefined;
  return found.some((address) => checkAddress(address, allowPrivate)) ? 'private-address' : undefined;
}

/** Every address that one of the services might read out of a name. */
function addressesIn(name: string): string[] {
  const decimal = Array.from(name.matchAll(DECIMAL), ([found]) => found.replaceAll('-', '.'));
  const hex = Array.from(name.matchAll(HEX), ([, digits]) => ipv4Of(Number.parseInt(digits!, 16)));
  const dashed = name.split('.').filter((label) => DASHED.test(label) && !/^\d{1,3}(?:-\d{1,3}){3}$/.test(label));
  const six = dashed.map((label) => label.replaceAll('-', ':')).filter((address) => ipaddr.IPv6.isValid(address));
  return [...decimal, ...hex, ...six];
}

function ipv4Of(number: number): string {
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff].join('.');
}

export type ChainQuery = {
  url: string;
  /** What the name resolves to: one look-up, or several that follow each other. Absent: names are judged as written. */
  addresses?: readonly string[] | readonly (readonly string[])[] | null | undefined;
  /** The Location values that would come, each resolved against the address before it. */
  redirects?: readonly string[] | null | undefined;
};

/** Judges a fetch with all its redirects; each hop must pass, and each address of each look-up, or a name could rebind. */
export function checkRedirectChain(question: ChainQuery, allowPrivate: readonly string[] = []): Reason | undefined {
  let hop = URL.parse(question.url);
  if (!hop) return 'malformed';
  const lookUps = question.addresses ? listsOf(question.addresses) : undefined;
  const first = lookUps ? judgeResolved(hop, lookUps, allowPrivate) : checkUrl(hop.href, allowPrivate);
  if (first) return first;
  const resolved = lookUps ? hop.hostname : undefined;
  for (const location of question.redirects ?? []) {
    hop = URL.parse(location, hop.href);
    if (!hop) return 'redirect-nowhere';
    // The name that was looked up is judged already; any other as it is written.
    const reason = hop.hostname === resolved ? judgeScheme(hop) : checkUrl(hop.href, allowPrivate);
    if (reason) return reason;
  }
  return undefined;
}

function listsOf(addresses: readonly string[] | readonly (readonly string[])[]): readonly (readonly string[])[] {
  const first = addresses[0];
  return typeof first === 'string' ? [addresses as readonly string[]] : (addresses as readonly (readonly string[])[]);
}

function judgeScheme({ protocol }: URL): 'scheme' | undefined {
  return SCHEMES.includes(protocol) ? undefined : 'scheme';
}

function judgeResolved(
  url: URL,
  lookUps: readonly (readonly string[])[],
  allowPrivate: readonly string[],
): Reason | undefined {
  if (judgeScheme(url)) return 'scheme';
  // An address needs no look-up, whatever one is said to bring.
  const literal = ipLiteralOf(url.hostname);
  if (literal !== undefined) return checkAddress(literal, allowPrivate);
  if (lookUps.length === 0 || lookUps.some((addresses) => addresses.length === 0)) return 'dns';
  return lookUps.flat().some((address) => checkResolvedAddress(url.hostname, address, allowPrivate))
    ? 'private-address'
    : undefined;
}
