/**
 * One page, one spelling.
 *
 * Everything after this module compares addresses as plain strings, so two spellings of a page cost a second visit and a
 * duplicate hit. The platform's parser (https://url.spec.whatwg.org/) lowers the host, applies IDNA, drops a default port
 * and folds `.` and `..`; the steps here do the rest. Runs for every link of every page: strings are cut, not parsed again,
 * and an address that is fine already is recognised by one scan.
 */
import { hasValidIdnLabels } from './idn.ts';
import type { Reason } from './reason.ts';
import { repair } from './repair.ts';
import type { Url } from './url.ts';
import { type CompiledUrlRules, compileUrlRules, type UrlRules } from './url-rules.ts';

/** `href`: the address as a browser resolves it (where it can do nothing with it: as it was repaired). */
export type Normalized =
  | { kind: 'url'; url: Url; href: string }
  | { kind: 'refused'; reason: Reason; href: string | null };

/** Longer texts are not parsed at all: images inlined as `data:` reach megabytes. Characters. */
const LONGEST_TEXT = 16_384;

/** Turns until an address no longer changes: one mends it, one proves it; the rest is for what was escaped repeatedly. */
const TURNS = 6;

/**
 * Idempotent, and never throws.
 *
 * @param base the page's address (or its `<base>`), against which a relative one is resolved; undefined or not an address:
 * none, then a relative one is malformed unless it begins like a host.
 */
export function normalize(text: string, base: string | undefined, rules: UrlRules): Normalized {
  if (text.length > LONGEST_TEXT) return { kind: 'refused', reason: reasonOfLong(text), href: null };
  const mended = repair(text, base !== undefined);
  const parsed = URL.parse(mended, base) ?? (base === undefined ? null : URL.parse(repair(text, false)));
  if (!parsed) return { kind: 'refused', reason: 'malformed', href: null };
  if (!hasValidIdnLabels(parsed.hostname)) return { kind: 'refused', reason: 'malformed', href: null };
  const resolved = parsed.href;
  const href = mended === text ? resolved : (URL.parse(text, base)?.href ?? resolved);
  const compiled = compileUrlRules(rules);
  if (!isWeb(resolved, compiled)) return { kind: 'refused', reason: 'scheme', href };

  const url = settle(resolved, compiled);
  if (url === undefined) return { kind: 'refused', reason: 'malformed', href };
  if (url.length > compiled.maxUrlLength) return { kind: 'refused', reason: 'too-long', href };
  return { kind: 'url', url: url as Url, href };
}

function isWeb(href: string, { ftp }: CompiledUrlRules): boolean {
  return href.startsWith('http://') || href.startsWith('https://') || (ftp && href.startsWith('ftp://'));
}

function reasonOfLong(text: string): Reason {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, 100))?.[1];
  return scheme === undefined || /^https?$/i.test(scheme) ? 'too-long' : 'scheme';
}

/** Repeats the rules until they change nothing: what one of them uncovers may be another's. */
function settle(resolved: string, rules: CompiledUrlRules): string | undefined {
  let href = withoutFragment(resolved);
  for (let turn = 0; turn < TURNS; turn++) {
    const next = repair(spell(href, rules), true);
    if (next === href) return href;
    const again = URL.parse(next)?.href;
    if (again === undefined || !isWeb(again, rules)) return undefined;
    href = withoutFragment(again);
  }
  return undefined;
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#');
  return hash < 0 ? href : href.slice(0, hash);
}

/** Any of these, and there may be something to do behind the host. */
const UNUSUAL = /[%?;([\]{}|^`]/;

/** @param href as the URL parser writes it: absolute, http, https or ftp, without a fragment. */
function spell(href: string, rules: CompiledUrlRules): string {
  const from = href.indexOf(':') + 3;
  const slash = href.indexOf('/', from);
  const authority = href.slice(from, slash);
  const host = spellHost(authority, rules);
  let tail = href.slice(slash);
  if (rules.hasRewrites || UNUSUAL.test(tail)) tail = spellTail(tail, rules);
  else if (host === authority) return href;
  return href.slice(0, from) + host + tail;
}

function spellHost(authority: string, { aliases }: CompiledUrlRules): string {
  let host = authority.includes('@') ? authority.slice(authority.lastIndexOf('@') + 1) : authority;
  // The root of the name tree may be written or not.
  if (host.includes('.:') || host.endsWith('.')) host = host.replace(/([^.])\.(?=:|$)/, '$1');
  return aliases.size === 0 ? host : (aliases.get(host) ?? host);
}

function spellTail(tail: string, rules: CompiledUrlRules): string {
  const escaped = spellEscapes(tail);
  const mark = escaped.indexOf('?');
  let path = mark < 0 ? escaped : escaped.slice(0, mark);
  if (path.includes(';')) path = path.replace(PATH_PARAMETER, dropIdle(rules));
  if (path.includes('(')) path = path.replace(ASP_NET_SESSION, '');
  if (rules.foldSlashes) path = path.replace(/\/{2,}/g, '/');
  if (rules.dropIndexPages) path = path.replace(INDEX_PAGE, '/');
  const query = mark < 0 ? '' : spellQuery(escaped.slice(mark + 1), rules);
  return query === '' ? path : `${path}?${query}`;
}

/** What servers send for a directory. */
const INDEX_PAGE = /\/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm)$/i;
const PATH_PARAMETER = /;([^;/=]+)(?:=([^;/]*))?/g;
/** ASP.NET without cookies: `/(S(0123456789abcdef01234567))/page.aspx`. */
const ASP_NET_SESSION = /\/\((?:[A-Za-z]\([^()/]*\))+\)(?=\/)/g;

function dropIdle({ isIgnored: isIdle }: CompiledUrlRules) {
  return (parameter: string, name: string, value: string | undefined) => (isIdle(name, value ?? '') ? '' : parameter);
}

/** Drops what is idle, empty or said before. The order stays, unless told otherwise: some servers mind it. */
function spellQuery(query: string, { isIgnored: isIdle, sortParameters }: CompiledUrlRules): string {
  const parameters = query.split('&');
  const kept = new Set<string>();
  for (const parameter of parameters) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const name = equals < 0 ? parameter : parameter.slice(0, equals);
    if (!isIdle(name, equals < 0 ? '' : parameter.slice(equals + 1))) kept.add(parameter);
  }
  if (sortParameters) return [...kept].sort().join('&');
  return kept.size === parameters.length ? query : [...kept].join('&');
}

const ESCAPE = /%([0-9A-Fa-f]{2})?/g;
/** Not allowed in an address (RFC 3986), and left alone by the URL parser. */
const ILLEGAL = /[[\]{}|^`\\]/g;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/** RFC 3986, 6.2.2: escapes in capitals, none where none is needed, and one wherever one is. */
function spellEscapes(text: string): string {
  const spelt = text.includes('%') ? text.replace(ESCAPE, spellEscape) : text;
  return spelt.replace(ILLEGAL, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function spellEscape(triplet: string, hex: string | undefined): string {
  if (hex === undefined) return '%25';
  const sign = String.fromCharCode(Number.parseInt(hex, 16));
  return UNRESERVED.test(sign) ? sign : triplet.toUpperCase();
}
