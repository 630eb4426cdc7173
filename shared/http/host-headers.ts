/** Request headers that settings add for some hosts or for all. */

/** Headers by host: `*`, `*.example.org` (not `example.org` itself), `example.org` or `example.org:8080`. */
export type HostHeaders = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Whether a key of `HostHeaders` names hosts. */
export const isHostKey = (key: string): boolean => /^(?:\*|(?:\*\.)?[^/\\?#@\s*:]+(?::\d{1,5})?)$/.test(key);

/** Headers with a setting of their own. */
const OWN_SETTINGS: Readonly<Record<string, string>> = {
  'user-agent': 'userAgent',
  'accept-language': 'fetch.acceptLanguage',
};

/** Headers that a client sets for each request: its connection, codings, ranges and conditions. */
const OF_CLIENT =
  /^(?:host|connection|keep-alive|content-.+|transfer-encoding|te|trailer|upgrade|expect|range|accept-encoding|if-.+|proxy-connection)$/;

/** Names that servers use for passwords, keys and sessions. */
const OF_CREDENTIALS =
  /^(?:authorization|proxy-authorization|cookie2?)$|(?:^|[-_])(?:(?:api|access)?[-_]?key|token|secret|auth|password|session(?:[-_]?id)?|credentials?)(?:$|[-_])/;

/** Returns why a header cannot be added to requests; undefined if it can. */
export function headerFault(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'must be a header name';
  if (OF_CREDENTIALS.test(lower))
    return 'carries credentials; name it in fetch.credentials, which sends it to one host only and never stores it';
  if (Object.hasOwn(OWN_SETTINGS, lower)) return `has a setting of its own: ${OWN_SETTINGS[lower]}`;
  if (OF_CLIENT.test(lower)) return 'belongs to the connection and is set for each request';
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value) ? undefined : 'must have a value of printable ASCII characters';
}

/**
 * Compiles headers by host. The more specific key overrides the other: a host, then `*.example.org` (the longest), then `*`.
 *
 * @returns the headers for an origin such as `https://a.example:8080`, with names in lower case
 */
export function compileHostHeaders(headers: HostHeaders): (origin: string) => Readonly<Record<string, string>> {
  const rows = Object.entries(headers)
    .map(([key, values]) => ({ key: key.toLowerCase(), values: lowerNames(values) }))
    .sort((a, b) => rankOf(a.key) - rankOf(b.key));
  if (rows.length === 0) return () => NONE;
  return (origin) => {
    const host = origin.slice(origin.indexOf('://') + 3);
    const name = host.replace(/:\d+$/, '');
    return Object.assign({}, ...rows.filter(({ key }) => matches(key, host, name)).map(({ values }) => values));
  };
}

const NONE: Readonly<Record<string, string>> = {};

const lowerNames = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));

/** Longer keys override shorter ones of their kind. Hosts come after all patterns: no name is as long as this. */
const rankOf = (key: string): number => (key.startsWith('*') ? key.length : 1_000 + key.length);

/** A key without a port means all ports of the host. */
function matches(key: string, host: string, name: string): boolean {
  if (key === '*') return true;
  const own = /:\d+$/.test(key) ? host : name;
  return key.startsWith('*.') ? own.endsWith(key.slice(1)) : own === key;
}
