import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import { compileUrlRules, type UrlRules } from '../url/url-rules.ts';
import type { Link } from './document.ts';
import type { RawLink } from './parse-html.ts';

/**
 * Resolves the links of a page, in their order: those that are no address of ours (`mailto:` …) drop out, the same one
 * with the same words comes once, and so does a mere jump within the page not at all.
 *
 * @param base value of the page's base element, or null.
 */
export function resolveLinks(
  links: readonly RawLink[],
  page: Url,
  base: string | null,
  rules: UrlRules,
): { links: Link[]; canonical: string | null } {
  const against = baseOf(base, page);
  const resolve = resolver(against, rules);
  const kept: Link[] = [];
  const seen = new Map<Url, number>();
  // Index of the one before of the same address, in `kept`; -1: there is none.
  const earlier: number[] = [];
  let canonical: string | null = null;
  for (const { href, anchor, rel } of links) {
    if (against === page && href.charCodeAt(0) === 0x23) continue;
    const url = resolve(href);
    if (url === null) continue;
    const last = seen.get(url) ?? -1;
    if (last !== -1 && isSaid(kept, earlier, last, anchor, rel)) continue;
    seen.set(url, kept.length);
    earlier.push(last);
    kept.push({ url, anchor, rel });
    if (rel.includes('canonical') && rel.split(' ').includes('canonical')) canonical ??= url;
  }
  return { links: kept, canonical };
}

/** @param against a page's own address, or that of its base element. @returns what reads an address as a page writes it; null: it is none of ours. */
export function resolver(against: string, rules: UrlRules): (href: string) => Url | null {
  const resolved = new Map<string, Url | null>();
  const origins = soundOrigins(against, rules);
  return (href) => {
    let url = resolved.get(href);
    if (url === undefined) {
      url = plainUrl(href, origins) ?? slowly(href, against, rules);
      resolved.set(href, url);
    }
    return url;
  };
}

/** @param base value of the page's base element, or null. @returns the page's own address where it leads to no page. */
export function baseOf(base: string | null, page: string): string {
  const url = base === null ? null : URL.parse(base, page);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : page;
}

/** More wordings of one address than this say nothing new. */
const MAX_WORDINGS = 100;

function isSaid(kept: readonly Link[], earlier: readonly number[], last: number, anchor: string, rel: string): boolean {
  let at = last;
  for (let looks = 0; at !== -1; looks++) {
    const link = kept[at] as Link;
    if ((link.anchor === anchor && link.rel === rel) || looks === MAX_WORDINGS) return true;
    at = earlier[at] as number;
  }
  return false;
}

function slowly(href: string, against: string, rules: UrlRules): Url | null {
  const found = normalize(href, against, rules);
  return found.kind === 'url' ? found.url : null;
}

/** Origins that stay as they are written, without a last slash; undefined: they do not. */
type Origins = { own: string | undefined; isSound: (origin: string) => boolean; longest: number };

function soundOrigins(against: string, rules: UrlRules): Origins {
  const { maxUrlLength, reshapes } = compileUrlRules(rules);
  const known = new Map<string, boolean>();
  const isSound = (origin: string): boolean => {
    let sound = known.get(origin);
    if (sound === undefined) {
      const found = normalize(`${origin}/`, undefined, rules);
      sound = found.kind === 'url' && found.url === `${origin}/`;
      known.set(origin, sound);
    }
    return sound;
  };
  const slash = against.indexOf('/', against.indexOf('://') + 3);
  const own = against.slice(0, slash === -1 ? against.length : slash);
  // Rules that change paths want to see all of them.
  return { own: !reshapes && isSound(own) ? own : undefined, isSound, longest: reshapes ? 0 : maxUrlLength };
}

/**
 * Most links are an address in which nothing is to be done: a sound origin, or none, and a path of letters, digits, `-`, `_`
 * and `~`, with dots only within its names. They need no parser.
 *
 * @returns undefined: it is not so plain.
 */
function plainUrl(href: string, { own, isSound, longest }: Origins): Url | undefined {
  if (href.charCodeAt(0) === 0x2f) {
    if (own === undefined || own.length + href.length > longest || !isPlainPath(href, 0)) return undefined;
    return (own + href) as Url;
  }
  if (!href.startsWith('http') || href.length > longest) return undefined;
  const host = href.startsWith('://', 4) ? 7 : href.startsWith('s://', 4) ? 8 : -1;
  const slash = host === -1 ? -1 : href.indexOf('/', host);
  if (slash <= host || !isPlainPath(href, slash) || !isSound(href.slice(0, slash))) return undefined;
  return href as Url;
}

const OTHER = 0;
const LETTER = 1;
const DOT = 2;
const SLASH = 3;
const SIGNS = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~')
  SIGNS[sign.charCodeAt(0)] = LETTER;
SIGNS[0x2e] = DOT;
SIGNS[0x2f] = SLASH;

/** @param from where its first slash is. */
function isPlainPath(href: string, from: number): boolean {
  let previous = SLASH;
  for (let i = from + 1; i < href.length; i++) {
    const unit = href.charCodeAt(i);
    const sign = unit < 128 ? (SIGNS[unit] as number) : OTHER;
    // Two slashes, and names that begin with a dot, may mean something else.
    if (sign === OTHER || (sign !== LETTER && previous === SLASH)) return false;
    previous = sign;
  }
  return true;
}
