import { getDomain } from '../packages/domains.ts';
import { normalize } from './normalize.ts';
import type { Reason } from './reason.ts';
import { hostOf } from './url.ts';
import { DEFAULT_URL_RULES, type UrlRules } from './url-rules.ts';

/** An input line of `thresher url --jsonl`. */
export type UrlQuery = { id: unknown; input: string; base?: string | null | undefined };

/** An output line of `thresher url --jsonl`. */
export type UrlResult = {
  id: unknown;
  /** The URL as a browser resolves it, or `null` if it cannot. */
  href: string | null;
  /** The normalised URL, or `null` if it is refused. */
  url: string | null;
  /** The registrable domain, or `null` for an IP address or a name without one. */
  domain: string | null;
  /** Why the URL is refused. Absent if it is not. */
  reason?: Reason;
};

/** Accepts every scheme that a crawl can fetch. */
const ALL_SCHEMES: UrlRules = { ...DEFAULT_URL_RULES, ftp: true };

/**
 * Normalises one URL.
 *
 * @param rules default: those of settings without values, with `ftp:` allowed
 */
export function evaluateUrlQuery({ id, input, base }: UrlQuery, rules: UrlRules = ALL_SCHEMES): UrlResult {
  const normalized = normalize(input, base ?? undefined, rules);
  if (normalized.kind === 'refused')
    return { id, href: normalized.href, url: null, domain: domainOf(normalized.href), reason: normalized.reason };
  return { id, href: normalized.href, url: normalized.url, domain: domainOf(hostOf(normalized.url)) };
}

/** A host with an empty label has no registrable domain (https://publicsuffix.org/list/). */
function domainOf(urlOrHost: string | null): string | null {
  if (urlOrHost === null || EMPTY_LABEL.test(urlOrHost)) return null;
  return getDomain(urlOrHost, { allowPrivateDomains: true });
}

const EMPTY_LABEL = /^(?:[a-z]+:\/\/(?:[^/?#]*@)?)?(?:\.|[^/?#@]*\.\.)/;
