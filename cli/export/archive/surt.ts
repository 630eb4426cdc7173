/**
 * Sort-friendly URLs (SURT), the keys of a CDXJ index, as the Python package `surt` makes them with the rules of the Internet
 * Archive: pywb and others look a page up by this key. `surt.test.ts` has its answers. Rules for session ids are left out: a crawl
 * removes them from its URLs.
 */
import { domainToASCII } from 'node:url';

/** Returns the key of a URL, such as `org,example)/path?a=1` for `https://www.example.org/Path/?a=1`. */
export function surt(url: string): string {
  const [, scheme = '', host = '', port, path = '', query] = PARTS.exec(url) ?? [];
  if (host === '') return url;
  const isDefault = port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()];
  return `${hostKey(host)}${isDefault ? '' : `:${port}`})${pathKey(path)}${queryKey(query)}`;
}

const PARTS = /^([a-z]+):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?/i;
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' };

function hostKey(host: string): string {
  const name = (domainToASCII(host) || host.toLowerCase()).replace(/^www\d*\./, '');
  return name.replace(/[[\]]/g, '').split('.').reverse().join(',');
}

function pathKey(path: string): string {
  const plain = encodeOnce(decodeFully(path))
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
  return plain === '' ? '/' : plain.length > 1 ? plain.replace(/\/$/, '') : plain;
}

function queryKey(query: string | undefined): string {
  if (query === undefined || query === '') return '';
  const pairs = encodeOnce(decodeFully(query)).toLowerCase().split('&');
  return `?${pairs.sort(byNameAndValue).join('&')}`;
}

function byNameAndValue(one: string, other: string): number {
  const [name, value] = nameAndValue(one);
  const [otherName, otherValue] = nameAndValue(other);
  return compare(name, otherName) || compare(value, otherValue);
}

/** A name without a value comes before the same name with an empty one. */
function nameAndValue(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at)];
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Decodes percent-encoding until nothing changes. Characters of the result are bytes. */
function decodeFully(text: string): string {
  let bytes = Buffer.from(text).toString('latin1');
  for (let before = ''; before !== bytes; ) {
    before = bytes;
    bytes = before.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return bytes;
}

const encodeOnce = (bytes: string): string =>
  bytes.replace(UNSAFE, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Bytes other than printable ASCII, and the two signs that would end or change the text. */
const UNSAFE = /[^!-~]|[#%]/g;
