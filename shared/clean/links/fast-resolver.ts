/**
 * Most links are an address in which nothing is to be done: a sound origin, or none, and a path and a query of signs that mean
 * nothing else to anybody. They need no parser, and what comes out is what `normalize` would make of them.
 */
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import { type CompiledUrlRules, compileUrlRules, type UrlRules } from '../../url/url-rules.ts';

/** Resolves a link as it is written; null: it is none of the web. undefined: it is not so plain. */
export type FastResolver = (href: string) => Url | null | undefined;

const HASH_CODE = 0x23;
const QUESTION_CODE = 0x3f;

/** @param against the page's address, or its base. */
export function createFastResolver(against: string, rules: UrlRules): FastResolver {
  const compiled = compileUrlRules(rules);
  // Rules that change paths want to see all of them.
  if (compiled.hasRewrites) return () => undefined;
  const isSound = createOriginCheck(rules, compiled);
  const { origin, folder } = splitBase(against);
  const own = isSound(origin) ? origin : undefined;
  const near = own !== undefined && plainEnd(folder, 0, compiled) === folder.length ? origin + folder : undefined;
  const scheme = /^https?:/.exec(origin)?.[0];
  return (href) => {
    if (href.length + origin.length > compiled.maxUrlLength) return undefined;
    if (href.charCodeAt(0) !== SLASH_CODE) {
      if (href.startsWith('http')) return resolveAbsolute(href, isSound, compiled);
      return RELATIVE_PATH.test(href)
        ? resolveRelative(near, href, -1, compiled)
        : NON_WEB_SCHEME.test(href)
          ? null
          : undefined;
    }
    if (href.charCodeAt(1) !== SLASH_CODE) return resolveRelative(own, href, 0, compiled);
    return scheme === undefined ? undefined : resolveAbsolute(scheme + href, isSound, compiled);
  };
}

/** Begins with a letter or digit, and holds no colon: it is a path. What `http` is meant by begins with h or t. */
const RELATIVE_PATH = /^[a-gi-su-z0-9_~-][^:]*$/i;
const NON_WEB_SCHEME = /^(?:mailto|javascript|tel|whatsapp|sms|data):/i;

function resolveAbsolute(href: string, isSound: (origin: string) => boolean, rules: CompiledUrlRules): Url | undefined {
  const host = href.startsWith('://', 4) ? 7 : href.startsWith('s://', 4) ? 8 : -1;
  if (host === -1) return undefined;
  const slash = href.indexOf('/', host);
  if (slash === -1) return isSound(href) ? (`${href}/` as Url) : undefined;
  const end = plainEnd(href, slash, rules);
  return end !== -1 && isSound(href.slice(0, slash)) ? (href.slice(0, end) as Url) : undefined;
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

/** The address up to its path, and its path up to the last slash. */
function splitBase(against: string): { origin: string; folder: string } {
  const slash = against.indexOf('/', against.indexOf('://') + 3);
  if (slash === -1) return { origin: against, folder: '/' };
  const path = /^[^?#]*\//.exec(against.slice(slash))?.[0] ?? '/';
  return { origin: against.slice(0, slash), folder: path };
}

/** Origins that stay as they are written, without a last slash. */
function createOriginCheck(rules: UrlRules, { aliases }: CompiledUrlRules): (origin: string) => boolean {
  const known = new Map<string, boolean>();
  return (origin) => {
    let sound = known.get(origin);
    if (sound === undefined) {
      sound = (aliases.size === 0 && PLAIN_HOST.test(origin)) || isNormalized(`${origin}/`, rules);
      known.set(origin, sound);
    }
    return sound;
  };
}

function isNormalized(address: string, rules: UrlRules): boolean {
  const found = normalize(address, undefined, rules);
  return found.kind === 'url' && found.url === address;
}

/** Two names or more in small letters, the last of letters alone: no number and no Punycode. */
const PLAIN_HOST = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,63}$/;

/** What signs mean in an address. Those of `LETTER` mean nothing, wherever they stand behind the host. */
const OTHER = 0;
const LETTER = 1;
const DOT = 2;
const SLASH = 3;
const PERCENT = 4;
const AND = 5;
const SLASH_CODE = 0x2f;
const CHAR_CLASSES = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$*+,:=@')
  CHAR_CLASSES[sign.charCodeAt(0)] = LETTER;
CHAR_CLASSES[0x2e] = DOT;
CHAR_CLASSES[SLASH_CODE] = SLASH;
CHAR_CLASSES[0x25] = PERCENT;
CHAR_CLASSES[0x26] = AND;

/**
 * @param from where its first slash is; -1: before it.
 * @returns where its fragment begins, or its end; -1: there may be something to do.
 */
function plainEnd(href: string, from: number, rules: CompiledUrlRules): number {
  let previous = SLASH;
  let query = -1;
  let hasAnd = false;
  let i = from + 1;
  for (; i < href.length; i++) {
    const unit = href.charCodeAt(i);
    let sign = unit < 128 ? (CHAR_CLASSES[unit] as number) : OTHER;
    if (sign === OTHER) {
      // `&#38;` is an entity that was written twice.
      if (unit === HASH_CODE && !hasAnd) break;
      if (unit !== QUESTION_CODE || query !== -1) return -1;
      query = i + 1;
      sign = LETTER;
    } else if (sign === PERCENT) {
      if (!CANONICAL_ESCAPE.test(href.slice(i + 1, i + 3))) return -1;
      i += 2;
    } else if (sign === AND) hasAnd = true;
    // Names that begin with a dot, and two slashes at first, may mean something else.
    else if (query === -1 && previous === SLASH && (sign === DOT || (sign === SLASH && i === from + 1))) return -1;
    previous = sign;
  }
  return query === -1 || isPlainQuery(href.slice(query, i), rules) ? i : -1;
}

/** Escapes that stay: in capitals, and of no letter, digit, `-`, `.`, `_` or `~`. */
const CANONICAL_ESCAPE = /^(?:[018-9A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])$/;

/** Nothing in it is idle, empty or said before. */
function isPlainQuery(query: string, { isIgnored: isIdle }: CompiledUrlRules): boolean {
  const parameters = query.split('&');
  if (parameters.length > 1 && new Set(parameters).size < parameters.length) return false;
  return parameters.every((parameter) => {
    const equals = parameter.indexOf('=');
    const name = equals < 0 ? parameter : parameter.slice(0, equals);
    return parameter !== '' && !isIdle(name, equals < 0 ? '' : parameter.slice(equals + 1));
  });
}
