import { hostOf, type Url } from './url.ts';

/** What `thresher delete` removed from a crawl and keeps out of it. Plain data, stored with the settings. */
export type DeletedRules = {
  /** Hosts, with the port if the scheme's default is not used. */
  hosts: readonly string[];
  /** Normalised URLs; every URL that starts with one of them is deleted. */
  prefixes: readonly string[];
  /** Normalised URLs, each for itself. */
  urls: readonly string[];
  /** Ids of records: the SHA-256 digest of the text. The text is deleted wherever it is found. */
  records: readonly string[];
};

/** Deletion rules as the settings hold them. */
export type DeletedLists = Record<keyof DeletedRules, string[]>;

/** Deletion rules compiled for fast lookups. */
export type Deleted = {
  hasUrl(url: Url): boolean;
  /** @param id id of a record, which is the digest of the document's text. */
  hasRecord(id: string): boolean;
};

/** Rules of a crawl from which nothing was deleted. */
export const NOTHING_DELETED: DeletedRules = { hosts: [], prefixes: [], urls: [], records: [] };

/** @returns undefined if nothing is deleted, so that the stages skip the checks. */
export function compileDeleted(rules: DeletedRules): Deleted | undefined {
  if (countDeleted(rules) === 0) return undefined;
  const { hosts, prefixes, urls, records } = rules;
  const wholeHosts = new Set(hosts);
  const single = new Set(urls);
  const ids = new Set(records);
  const byHost = Map.groupBy(prefixes, (prefix) => hostOf(prefix as Url));
  return {
    hasUrl(url) {
      if (single.has(url)) return true;
      const host = hostOf(url);
      return wholeHosts.has(host) || (byHost.get(host)?.some((prefix) => url.startsWith(prefix)) ?? false);
    },
    hasRecord: (id) => ids.has(id),
  };
}

/** Returns both sets of rules as one, without duplicates. */
export function mergeDeleted(one: DeletedRules, other: DeletedRules): DeletedLists {
  return mapRules((name) => [...new Set([...one[name], ...other[name]])].sort());
}

/** Returns the rules without those of `lifted`. */
export function withoutDeleted(rules: DeletedRules, lifted: DeletedRules): DeletedLists {
  return mapRules((name) => rules[name].filter((rule) => !lifted[name].includes(rule)));
}

/** Returns the number of rules. */
export const countDeleted = ({ hosts, prefixes, urls, records }: DeletedRules): number =>
  hosts.length + prefixes.length + urls.length + records.length;

function mapRules(rulesOf: (name: keyof DeletedRules) => string[]): DeletedLists {
  return {
    hosts: rulesOf('hosts'),
    prefixes: rulesOf('prefixes'),
    urls: rulesOf('urls'),
    records: rulesOf('records'),
  };
}
