/**
 * A fast path for links that need no normalisation: a known origin or none, and a path and query of ordinary characters. The
 * result equals that of `normalize`, without a URL parser.
 */
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import { type CompiledUrlRules, compileUrlRules, type UrlRules } from '../../url/url-rules.ts';

/** Resolves a link. Returns null for schemes that are not crawled, and undefined if the link needs `normalize`. */
export type FastResolver = (href: string) => Url | null | undefined;

const HASH_CODE = 0x23;
const QUESTION_CODE = 0x3f;

/** @param against the page's base URL */
export function createFastResolver(against: string, rules: UrlRules): FastResolver {
  const compiled = compileUrlRules(rules);
  // Rules that change paths apply to all links.
  if (compiled.hasRewrites) return () => undefined;
  const isNormalOrigin = createOriginCheck(rules, compiled);
  const { origin, folder } = splitBase(against);
  const ownOrigin = isNormalOrigin(origin) ? origin : undefined;
  const ownFolder =
    ownOrigin !== undefined && plainEnd(folder, 0, compiled) === folder.length ? origin + folder : undefined;
  const scheme = /^https?:/.exec(origin)?.[0];
  return (href) => {
    if (href.length + origin.length > compiled.maxUrlLength) return undefined;
    if (href.charCodeAt(0) !== SLASH_CODE) {
      if (href.startsWith('http')) return resolveAbsolute(href, isNormalOrigin, compiled);
      return RELATIVE_PATH.test(href)
        ? resolveRelative(ownFolder, href, -1, compiled)
        : NON_WEB_SCHEME.test(href)
          ? null
          : undefined;
    }
    if (href.charCodeAt(1) !== SLASH_CODE) return resolveRelative(ownOrigin, href, 0, compiled);
    return scheme === undefined ? undefined : resolveAbsolute(scheme + href, isNormalOrigin, compiled);
  };
}

/** A relative path without a colon. It does not begin with h or t, which may begin a misspelt `http`. */
const RELATIVE_PATH = /^[a-gi-su-z0-9_~-][^:]*$/i;
const NON_WEB_SCHEME = /^(?:mailto|javascript|tel|whatsapp|sms|data):/i;

function resolveAbsolute(
  href: string,
  isNormalOrigin: (origin: string) => boolean,
  rules: CompiledUrlRules,
): Url | undefined {
  const host = href.startsWith('://', 4) ? 7 : href.startsWith('s://', 4) ? 8 : -1;
  if (host === -1) return undefined;
  const slash = href.indexOf('/', host);
  if (slash === -1) return isNormalOrigin(href) ? (`${href}/` as Url) : undefined;
  const end = plainEnd(href, slash, rules);
  return end !== -1 && isNormalOrigin(href.slice(0, slash)) ? (href.slice(0, end) as Url) : undefined;
}

function resolveRelative(
  before: string | undefined,
  href: string,
  slash: number,
  rules: CompiledUrlRules,
): Url | undefined {
  if (before === undefined || before.length + href.length > rules.maxUrlLength) return undefined;
  const end = plainEnd(href, slash, rules);
  return end === -1 ? undefined : ((before + href.slice(0, end)) as Url);
}

/** Splits a base URL into its origin and its path up to the last slash. */
function splitBase(against: string): { origin: string; folder: string } {
  const slash = against.indexOf('/', against.indexOf('://') + 3);
  if (slash === -1) return { origin: against, folder: '/' };
  const path = /^[^?#]*\//.exec(against.slice(slash))?.[0] ?? '/';
  return { origin: against.slice(0, slash), folder: path };
}

/** Creates a function that returns whether an origin (without a final slash) is normalised already. */
function createOriginCheck(rules: UrlRules, { aliases }: CompiledUrlRules): (origin: string) => boolean {
  const known = new Map<string, boolean>();
  return (origin) => {
    let isNormal = known.get(origin);
    if (isNormal === undefined) {
      isNormal = (aliases.size === 0 && PLAIN_HOST.test(origin)) || isNormalized(`${origin}/`, rules);
      known.set(origin, isNormal);
    }
    return isNormal;
  };
}

function isNormalized(url: string, rules: UrlRules): boolean {
  const found = normalize(url, undefined, rules);
  return found.kind === 'url' && found.url === url;
}

/** A lower-case host of at least two labels, the last one letters only: no IP address and no Punycode. */
const PLAIN_HOST = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,63}$/;

/** Classes of characters after the host. `LETTER` characters have no special meaning. */
const OTHER = 0;
const LETTER = 1;
const DOT = 2;
const SLASH = 3;
const PERCENT = 4;
const AND = 5;
const SLASH_CODE = 0x2f;
const CHAR_CLASSES = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$*+,:=@')
  CHAR_CLASSES[char.charCodeAt(0)] = LETTER;
CHAR_CLASSES[0x2e] = DOT;
CHAR_CLASSES[SLASH_CODE] = SLASH;
CHAR_CLASSES[0x25] = PERCENT;
CHAR_CLASSES[0x26] = AND;

/**
 * Finds the end of a link that needs no normalisation.
 *
 * @param from index of the first slash of the path, or -1 if the path has none
 * @returns the index of the fragment or the end of the link; -1 if the link needs `normalize`
 */
function plainEnd(href: string, from: number, rules: CompiledUrlRules): number {
  let previous = SLASH;
  let query = -1;
  let hasAnd = false;
  let i = from + 1;
  for (; i < href.length; i++) {
    const unit = href.charCodeAt(i);
    let charClass = unit < 128 ? (CHAR_CLASSES[unit] as number) : OTHER;
    if (charClass === OTHER) {
      // `&#38;` is an entity that was escaped twice.
      if (unit === HASH_CODE && !hasAnd) break;
      if (unit !== QUESTION_CODE || query !== -1) return -1;
      query = i + 1;
      charClass = LETTER;
    } else if (charClass === PERCENT) {
      if (!CANONICAL_ESCAPE.test(href.slice(i + 1, i + 3))) return -1;
      i += 2;
    } else if (charClass === AND) hasAnd = true;
    // Dot segments and a leading double slash need normalisation.
    else if (query === -1 && previous === SLASH && (charClass === DOT || (charClass === SLASH && i === from + 1)))
      return -1;
    previous = charClass;
  }
  return query === -1 || isPlainQuery(href.slice(query, i), rules) ? i : -1;
}

/** Escapes that normalisation keeps: upper case, and not of a letter, digit, `-`, `.`, `_` or `~`. */
const CANONICAL_ESCAPE = /^(?:[018-9A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])$/;

/** Returns whether no parameter of a query is ignored, empty or repeated. */
function isPlainQuery(query: string, { isIgnored: isIdle }: CompiledUrlRules): boolean {
  const parameters = query.split('&');
  if (parameters.length > 1 && new Set(parameters).size < parameters.length) return false;
  return parameters.every((parameter) => {
    const equals = parameter.indexOf('=');
    const name = equals < 0 ? parameter : parameter.slice(0, equals);
    return parameter !== '' && !isIdle(name, equals < 0 ? '' : parameter.slice(equals + 1));
  });
}
