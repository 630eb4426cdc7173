/** Cookies of one host during one visit (RFC 6265). They are not sent to other hosts and not stored. */
import { type HeaderList, headerValues } from '../http/headers.ts';
import { originOf, type Url } from '../url/url.ts';

export type CookieJar = {
  /** Returns the Cookie header for a request, or undefined if no cookie matches. */
  headerFor(url: Url, now: number): string | undefined;
  /** Stores the cookies of a response's `Set-Cookie` fields. */
  store(url: Url, headers: HeaderList, now: number): void;
};

type Cookie = { name: string; value: string; path: string; secure: boolean; expiresAt: number };

/** Maximum number of cookies per host; RFC 6265, 6.1 expects at least as many of a client. */
const MAX_COOKIES = 50;
/** Maximum length of a `Set-Cookie` field, in characters; RFC 6265, 6.1 expects at least as much. */
const MAX_COOKIE_LENGTH = 4_096;

export function createCookieJar(): CookieJar {
  const jar = new Map<string, Cookie>();
  return {
    headerFor(url, now) {
      const path = pathOf(url);
      const matching = [...jar.values()].filter(
        (cookie) =>
          cookie.expiresAt > now && pathMatches(path, cookie.path) && (!cookie.secure || url.startsWith('https:')),
      );
      // Longer paths first (RFC 6265, 5.4).
      matching.sort((a, b) => b.path.length - a.path.length);
      return matching.length === 0 ? undefined : matching.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
    store(url, headers, now) {
      for (const text of headerValues(headers, 'set-cookie')) {
        const cookie = text.length > MAX_COOKIE_LENGTH ? undefined : parseCookie(text, url, now);
        if (!cookie) continue;
        const key = `${cookie.name} ${cookie.path}`;
        if (cookie.expiresAt <= now) jar.delete(key);
        else if (jar.has(key) || jar.size < MAX_COOKIES) jar.set(key, cookie);
      }
    },
  };
}

/** Printable ASCII without separators of cookies. Any other character could inject a header. */
const NAME = /^[!#-+\--:<>-~]+$/;
const VALUE = /^[ -:<-~]*$/;

/** Parses a `Set-Cookie` field; returns undefined if it is invalid or names another domain. */
function parseCookie(text: string, url: Url, now: number): Cookie | undefined {
  const [pair = '', ...rest] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = pair.slice(equals + 1).trim();
  if (!NAME.test(name) || name.includes('=') || !VALUE.test(value)) return undefined;
  const attributes = new Map(rest.map(parseAttribute));
  const host = originOf(url).replace(/^.*:\/\/|:\d+$/g, '');
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  if (domain && domain !== host && !host.endsWith(`.${domain}`)) return undefined;
  const path = attributes.get('path');
  return {
    name,
    value,
    path: path?.startsWith('/') ? path : defaultPath(url),
    secure: attributes.has('secure'),
    expiresAt: expiryOf(attributes, now),
  };
}

function parseAttribute(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

/** Returns the expiry in epoch ms. Max-Age takes precedence over Expires; without either the cookie lasts for the visit. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
}

function pathOf(url: Url): string {
  const path = url.slice(originOf(url).length);
  const mark = path.indexOf('?');
  return mark === -1 ? path : path.slice(0, mark);
}

/** RFC 6265, 5.1.4: the directory of the path. */
function defaultPath(url: Url): string {
  const path = pathOf(url);
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** RFC 6265, 5.1.4. */
function pathMatches(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) && (path.length === prefix.length || prefix.endsWith('/') || path[prefix.length] === '/')
  );
}
