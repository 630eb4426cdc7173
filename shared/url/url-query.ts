import { getDomain } from 'tldts';
import { normalize } from './normalize.ts';
import type { Reason } from './reason.ts';
import { hostOf } from './url.ts';
import { DEFAULT_URL_RULES, type UrlRules } from './url-rules.ts';

/** A line of `thresher url --jsonl`. */
export type UrlQuery = { id: unknown; input: string; base?: string | null | undefined };

export type UrlResult = {
  id: unknown;
  /** The address as a browser resolves it. */
  href: string | null;
  /** As it is known here: the spelling that everything is filed under. */
  url: string | null;
  /** The registrable domain; null: an address, or a name that has none. */
  domain: string | null;
  /** Why there is no `url`. */
  reason?: Reason;
};

/** All that can be an address of ours. */
const ANY_ADDRESS: UrlRules = { ...DEFAULT_URL_RULES, ftp: true };

export function evaluateUrlQuery({ id, input, base }: UrlQuery, rules: UrlRules = ANY_ADDRESS): UrlResult {
  const normalized = normalize(input, base ?? undefined, rules);
  if (normalized.kind === 'refused')
    return { id, href: normalized.href, url: null, domain: domainOf(normalized.href), reason: normalized.reason };
  return { id, href: normalized.href, url: normalized.url, domain: domainOf(hostOf(normalized.url)) };
}

/** A name with an empty label is in nobody's domain (https://publicsuffix.org/list/). */
function domainOf(address: string | null): string | null {
  if (address === null || EMPTY_LABEL.test(address)) return null;
  return getDomain(address, { allowPrivateDomains: true });
}

const EMPTY_LABEL = /^(?:[a-z]+:\/\/(?:[^/?#]*@)?)?(?:\.|[^/?#@]*\.\.)/;
