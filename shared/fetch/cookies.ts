/** Cookies of one host during one visit (RFC 6265): nothing is sent to another host, and nothing is kept. */
import { originOf, type Url } from '../url/url.ts';

export type CookieJar = {
  /** What goes back with a request; undefined: none. */
  headerFor(url: Url, now: number): string | undefined;
  /** Takes in the `Set-Cookie` fields of an answer. */
  store(url: Url, headers: readonly (readonly [string, string])[], now: number): void;
};

type Cookie = { name: string; value: string; path: string; secure: boolean; until: number };

/** RFC 6265, 6.1: what is expected of a client; more would only be somebody's attempt to be a nuisance. */
const MOST_COOKIES = 50;
const LONGEST_BYTES = 4_096;

export function createCookieJar(): CookieJar {
  const jar = new Map<string, Cookie>();
  return {
    headerFor(url, now) {
      const path = pathOf(url);
      const fit = [...jar.values()].filter(
        (cookie) => cookie.until > now && matches(path, cookie.path) && (!cookie.secure || url.startsWith('https:')),
      );
      // Longer paths first (RFC 6265, 5.4).
      fit.sort((a, b) => b.path.length - a.path.length);
      return fit.length === 0 ? undefined : fit.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
    store(url, headers, now) {
      for (const [field, text] of headers) {
        if (field.length !== 10 || field.toLowerCase() !== 'set-cookie') continue;
        const cookie = text.length > LONGEST_BYTES ? undefined : parse(text, url, now);
        if (!cookie) continue;
        const key = `${cookie.name} ${cookie.path}`;
        if (cookie.until <= now) jar.delete(key);
        else if (jar.has(key) || jar.size < MOST_COOKIES) jar.set(key, cookie);
      }
    },
  };
}

/** Printable ASCII without what separates cookies: anything else could break out of the header. */
const NAME = /^[!#-+\--:<>-~]+$/;
const VALUE = /^[ -:<-~]*$/;

function parse(text: string, url: Url, now: number): Cookie | undefined {
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = pair.slice(equals + 1).trim();
  if (!NAME.test(name) || name.includes('=') || !VALUE.test(value)) return undefined;
  const said = new Map(attributes.map(attribute));
  const host = originOf(url).replace(/^.*:\/\/|:\d+$/g, '');
  const domain = said.get('domain')?.replace(/^\./, '').toLowerCase();
  if (domain && domain !== host && !host.endsWith(`.${domain}`)) return undefined;
  const path = said.get('path');
  return {
    name,
    value,
    path: path?.startsWith('/') ? path : defaultPath(url),
    secure: said.has('secure'),
    until: endOf(said, now),
  };
}

function attribute(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

/** Epoch ms; Max-Age counts before Expires; neither: as long as the visit lasts. */
function endOf(said: ReadonlyMap<string, string>, now: number): number {
  const age = said.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return now + Number(age) * 1000;
  const expires = Date.parse(said.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
}

function pathOf(url: Url): string {
  const path = url.slice(originOf(url).length);
  const mark = path.indexOf('?');
  return mark === -1 ? path : path.slice(0, mark);
}

function defaultPath(url: Url): string {
  const path = pathOf(url);
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** RFC 6265, 5.1.4. */
function matches(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) && (path.length === prefix.length || prefix.endsWith('/') || path[prefix.length] === '/')
  );
}
