/** Request headers that settings add for some hosts or for all. */

/**
 * Headers by host: `*`, `*.example.org` (not `example.org` itself), `example.org` or `example.org:8080`. Names may be international, and IPv6
 * addresses stand in brackets. Without a port a key means all ports, and 443 and 80 are those of https and http.
 */
export type HostHeaders = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Whether a key of `HostHeaders` names hosts. */
export const isHostKey = (key: string): boolean => parseHostKey(key) !== undefined;

/** `name`: as in a URL, without a trailing dot; of a pattern with its first dot, and empty for all hosts. */
type HostKey = { isPattern: boolean; name: string; port: number | undefined };

function parseHostKey(key: string): HostKey | undefined {
  if (key === '*') return { isPattern: true, name: '', port: undefined };
  const found = /^(?:(\*\.)?([^/\\?#@\s*:[\]]+)|(\[[\d.:a-f]+\]))(?::(\d{1,5}))?$/i.exec(key);
  const [, star, named, address, digits] = found ?? [];
  const host = named ?? address;
  const name = host === undefined ? undefined : hostName(`http://${host}`);
  const port = digits === undefined ? undefined : Number(digits);
  if (!name || (star !== undefined && /^[\d.]+$/.test(name)) || port === 0 || (port ?? 1) > 65_535) return undefined;
  return { isPattern: star !== undefined, name: star === undefined ? name : `.${name}`, port };
}

const hostName = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;

/** Headers with a setting of their own. */
const OWN_SETTINGS: Readonly<Record<string, string>> = {
  'user-agent': 'userAgent',
  'accept-language': 'fetch.acceptLanguage',
};

/** Headers that a client sets for each request: its connection, codings, ranges and conditions. */
const OF_CLIENT =
  /^(?:host|connection|keep-alive|content-.+|transfer-encoding|te|trailer|upgrade|http2-settings|expect|range|accept-encoding|if-.+|proxy-connection)$/;

/** Names that servers use for passwords, keys and sessions, as parts of a name; some also at the end of a part. */
const OF_CREDENTIALS =
  /^cookie2?$|(?:^|[-_.])(?:auth|authorization|authentication|jwt|pass(?:word|wd|phrase)?|key|session(?:[-_]?id)?|credentials?|[a-z\d]*(?:token|secret|(?:private|secret|api|access)key))(?:$|[-_.])/;

/** Values of `Authorization`, which proxies also read from headers with other names. */
const CREDENTIAL_VALUE = /^(?:bearer|basic) /i;

/** Returns why a header cannot be added to requests; undefined if it can. Knows usual names of credentials, not all. */
export function headerFault(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'must be a header name';
  if (OF_CREDENTIALS.test(lower) || CREDENTIAL_VALUE.test(value))
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
    .flatMap(([key, values]) => {
      const parsed = parseHostKey(key);
      return parsed ? [{ key: parsed, values: lowerNames(values) }] : [];
    })
    .sort((a, b) => rankOf(a.key) - rankOf(b.key));
  if (rows.length === 0) return () => NONE;
  return (origin) => {
    const { protocol, port } = new URL(origin);
    const wanted = { name: hostName(origin)!, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    return Object.assign({}, ...rows.filter(({ key }) => matches(key, wanted)).map(({ values }) => values));
  };
}

const NONE: Readonly<Record<string, string>> = {};

const lowerNames = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));

/** Hosts override patterns, longer patterns shorter ones, and keys with a port those without. Names have at most 253 characters. */
const rankOf = ({ isPattern, name, port }: HostKey): number =>
  (isPattern ? name.length : 1_000) + (port === undefined ? 0 : 0.5);

/** A key without a port means all ports of the host. */
const matches = ({ isPattern, name, port }: HostKey, wanted: { name: string; port: number }): boolean =>
  (port === undefined || port === wanted.port) && (isPattern ? wanted.name.endsWith(name) : wanted.name === name);
