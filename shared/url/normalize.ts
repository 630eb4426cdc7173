/**
 * URL normalisation: one spelling per page.
 *
 * Later code compares URLs as plain strings, so two spellings of a page cost a second visit and a duplicate hit. The platform's
 * parser (https://url.spec.whatwg.org/) lower-cases the host, applies IDNA, drops a default port and resolves `.` and `..`. It
 * accepts every ASCII host, even if an `xn--` label does not decode: such sites exist. The steps here do the rest. They run for every link of every page: they slice strings instead of parsing again, and recognise a
 * URL that needs no change in one scan.
 */
import type { Reason } from './reason.ts';
import { repair } from './repair.ts';
import type { Url } from './url.ts';
import { type CompiledUrlRules, compileUrlRules, type UrlRules } from './url-rules.ts';

/** `href`: the URL as a browser resolves it, or the repaired text if a browser cannot resolve it. */
export type Normalized =
  | { kind: 'url'; url: Url; href: string }
  | { kind: 'refused'; reason: Reason; href: string | null };

/** Maximum length of a text that is parsed, in characters. Inline images (`data:`) reach megabytes. */
const MAX_INPUT_LENGTH = 16_384;

/** Maximum length of a host name (RFC 1035) with its port. No server has a longer one, and keys of tables cannot hold it. */
const MAX_HOST_LENGTH = 253 + ':65535'.length;

/** Maximum number of passes until a URL no longer changes. Two suffice, except for text that was escaped repeatedly. */
const MAX_PASSES = 6;

/**
 * Normalises a URL. Idempotent; never throws.
 *
 * @param base URL of the page (or its `<base>`), against which relative URLs are resolved. If it is undefined or invalid, a
 * relative URL is malformed unless it starts like a host.
 * @param encodeQuery encodes the query of a URL in the encoding of the page. If it is undefined, that encoding is UTF-8.
 */
export function normalize(
  text: string,
  base: string | undefined,
  rules: UrlRules,
  encodeQuery?: (url: string) => string,
): Normalized {
  if (text.length > MAX_INPUT_LENGTH) return { kind: 'refused', reason: reasonForLongText(text), href: null };
  const repaired = repair(text, base !== undefined);
  const encoded = encodeQuery === undefined ? repaired : encodeQuery(repaired);
  const parsed = URL.parse(encoded, base) ?? (base === undefined ? null : URL.parse(repair(text, false)));
  if (!parsed) return { kind: 'refused', reason: 'malformed', href: null };
  const resolved = parsed.href;
  const href = repaired === text ? resolved : (URL.parse(text, base)?.href ?? resolved);
  const compiled = compileUrlRules(rules);
  if (!hasSupportedScheme(resolved, compiled)) return { kind: 'refused', reason: 'scheme', href };

  const url = rewriteUntilStable(resolved, compiled);
  if (url === undefined) return { kind: 'refused', reason: 'malformed', href };
  if (url.length > compiled.maxUrlLength) return { kind: 'refused', reason: 'too-long', href };
  if (url.length > MAX_HOST_LENGTH && hostLength(url) > MAX_HOST_LENGTH)
    return { kind: 'refused', reason: 'malformed', href };
  return { kind: 'url', url: url as Url, href };
}

function hostLength(url: string): number {
  const from = url.indexOf(':') + '://'.length;
  return url.indexOf('/', from) - from;
}

function hasSupportedScheme(href: string, { ftp }: CompiledUrlRules): boolean {
  return href.startsWith('http://') || href.startsWith('https://') || (ftp && href.startsWith('ftp://'));
}

function reasonForLongText(text: string): Reason {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, 100))?.[1];
  return scheme === undefined || /^https?$/i.test(scheme) ? 'too-long' : 'scheme';
}

/** Applies the rules until nothing changes, because the result of one rule can match another. */
function rewriteUntilStable(resolved: string, rules: CompiledUrlRules): string | undefined {
  let href = withoutFragment(resolved);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = repair(rewrite(href, rules), true);
    if (next === href) return href;
    const reparsed = URL.parse(next)?.href;
    if (reparsed === undefined || !hasSupportedScheme(reparsed, rules)) return undefined;
    href = withoutFragment(reparsed);
  }
  return undefined;
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#');
  return hash < 0 ? href : href.slice(0, hash);
}

/** Characters of a path or query that may need rewriting. */
const UNUSUAL = /[%?;([\]{}|^`]/;

/** @param href output of the URL parser: an absolute http, https or ftp URL without a fragment. */
function rewrite(href: string, rules: CompiledUrlRules): string {
  const from = href.indexOf(':') + 3;
  const slash = href.indexOf('/', from);
  const authority = href.slice(from, slash);
  const host = rewriteHost(authority, rules);
  let tail = href.slice(slash);
  if (rules.hasRewrites || UNUSUAL.test(tail)) tail = rewriteTail(tail, rules);
  else if (host === authority) return href;
  return href.slice(0, from) + host + tail;
}

function rewriteHost(authority: string, { aliases }: CompiledUrlRules): string {
  let host = authority.includes('@') ? authority.slice(authority.lastIndexOf('@') + 1) : authority;
  // A trailing dot (the DNS root) does not change the host.
  if (host.includes('.:') || host.endsWith('.')) host = host.replace(/([^.])\.(?=:|$)/, '$1');
  return aliases.size === 0 ? host : (aliases.get(host) ?? host);
}

/** Rewrites path and query. */
function rewriteTail(tail: string, rules: CompiledUrlRules): string {
  const escaped = normalizeEscapes(tail);
  const mark = escaped.indexOf('?');
  let path = mark < 0 ? escaped : escaped.slice(0, mark);
  if (path.includes(';')) path = path.replace(PATH_PARAMETER, dropIgnored(rules));
  if (path.includes('(')) path = path.replace(ASP_NET_SESSION, '');
  if (rules.foldSlashes) path = path.replace(/\/{2,}/g, '/');
  if (rules.dropIndexPages) path = path.replace(INDEX_PAGE, '/');
  const query = mark < 0 ? '' : rewriteQuery(escaped.slice(mark + 1), rules);
  return query === '' ? path : `${path}?${query}`;
}

/** File names that servers use for the page of a directory. */
const INDEX_PAGE = /\/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm)$/i;
const PATH_PARAMETER = /;([^;/=]+)(?:=([^;/]*))?/g;
/** Session id of ASP.NET without cookies: `/(S(0123456789abcdef01234567))/page.aspx`. */
const ASP_NET_SESSION = /\/\((?:[A-Za-z]\([^()/]*\))+\)(?=\/)/g;

function dropIgnored({ isIgnored: isIdle }: CompiledUrlRules) {
  return (parameter: string, name: string, value: string | undefined) => (isIdle(name, value ?? '') ? '' : parameter);
}

/** Drops ignored, empty and duplicate parameters. Keeps their order unless `sortParameters` is set. */
function rewriteQuery(query: string, { isIgnored: isIdle, sortParameters }: CompiledUrlRules): string {
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
/** Characters that RFC 3986 does not allow in a URL and that the URL parser keeps. */
const ILLEGAL = /[[\]{}|^`\\]/g;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/** Normalises percent-encoding (RFC 3986, 6.2.2): upper-case escapes, only where they are needed. */
function normalizeEscapes(text: string): string {
  const normalized = text.includes('%') ? text.replace(ESCAPE, normalizeEscape) : text;
  return normalized.replace(ILLEGAL, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function normalizeEscape(triplet: string, hex: string | undefined): string {
  if (hex === undefined) return '%25';
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return UNRESERVED.test(character) ? character : triplet.toUpperCase();
}
