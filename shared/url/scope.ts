import { packedExtension } from '../http/packed-name.ts';
import { compileDeleted, type DeletedRules } from './deleted.ts';
import { packedKeyLookup } from './key-set.ts';
import { checkPatterns, compilePattern } from './pattern.ts';
import type { Reason } from './reason.ts';
import { directoriesAbove, type ScopeKind, scopeKey } from './scope-key.ts';
import { calendarTrap, deepPath, endOfPath, facetTrap, repeatedSegment, tooManyParameters } from './traps.ts';
import { hostOf, type Url } from './url.ts';
import type { RuleFault } from './url-rules.ts';
import { compileDirectories } from './url-words.ts';

/** Rules that decide which URLs belong to a crawl. Plain data, so that they can be sent to worker threads. */
export type ScopeRules = {
  /**
   * `host`: hosts of the seeds, with and without `www.`. `domain`: their registrable domains. `prefix`: URLs in or below the
   * directory of a seed. `any`: the whole web. The scheme is ignored.
   */
  scope: ScopeKind | 'any';
  /** Normalised URLs from which the scope is derived. */
  seeds: readonly string[];
  /** Sets of `scopeKey`s of further seeds, packed by `keySet`. Default: none. */
  seedKeys?: readonly string[];
  /** Patterns (see `pattern.ts`) of which one must match. Empty: all URLs are allowed. */
  allow: readonly string[];
  /** Patterns of which none may match. */
  exclude: readonly string[];
  /** File extensions in lower case, without the dot. */
  binaryExtensions: readonly string[];
  /** Maximum number of links from the nearest seed. `null`: no limit. */
  maxDepth: number | null;
  /** Maximum number of directories in the path of a URL that was found through a link. */
  maxPathDepth: number;
  /** Names of directories to skip at any level of a path. Default: none. */
  stopDirectories?: readonly string[];
  /** URLs that were deleted from the crawl. Default: none. */
  deleted?: DeletedRules;
};

/** A URL before it enters the frontier, and how it was found. */
export type UrlCandidate = {
  url: Url;
  /** Links from the nearest seed; 0 for a seed. */
  depth: number;
  /**
   * `sitemap`: an entry of a sitemap, or of a feed that was fetched as a page. `list`: the URL is a sitemap or feed itself.
   * `embedded`: a file that a page loads. Such files are in scope on every host.
   */
  discovered: 'seed' | 'link' | 'sitemap' | 'list' | 'embedded';
};

/** Tells whether the URL is a list named by a list or robots.txt of the same host. Such lists are always in scope. */
export function isSameHostList({ url, kind, parent }: { url: Url; kind: string; parent: Url | null }): boolean {
  return kind !== 'page' && parent !== null && hostOf(parent) === hostOf(url);
}

/** Returns the reason to refuse a URL, or `undefined`. */
export type UrlFilter<Found extends Reason = Reason> = (candidate: UrlCandidate) => Found | undefined;

/** @returns all faults of `allow` and `exclude`. */
export function checkScopeRules(rules: Pick<ScopeRules, 'allow' | 'exclude'>): RuleFault[] {
  return checkPatterns([...rules.allow, ...rules.exclude]);
}

/**
 * Compiles the scope once for all links.
 *
 * @returns a filter that returns the first reason to refuse a URL, or `undefined` if it is in scope.
 * @throws for an invalid pattern. Check settings with `checkScopeRules` first.
 */
export function compileScope(rules: ScopeRules): UrlFilter {
  // Cheap filters first, then the patterns of users: allow before exclude.
  const filters: UrlFilter[] = [
    tooDeep(rules.maxDepth),
    outsideScope(rules),
    binaryExtension(rules.binaryExtensions),
    trap(rules.maxPathDepth),
    stopDirectory(rules.stopDirectories ?? []),
    notAllowed(rules.allow),
    excluded(rules.exclude),
  ];
  const gone = rules.deleted && compileDeleted(rules.deleted);
  if (gone) filters.unshift(({ url }) => (gone.hasUrl(url) ? 'deleted' : undefined));
  return firstReason(filters);
}

/** Reasons of the rules that also hold for pages that were fetched before. */
type KnownReason = 'stop-directory' | 'excluded';

/** Reasons of the rules that apply again before a page is fetched. A change of their settings ends the outcomes of such pages. */
export type WaitingReason = KnownReason | 'too-deep' | 'not-allowed';

/** A page that waits in the frontier, or was fetched before. */
export type WaitingPage = {
  url: Url;
  /** Depth at which it was first found, which may not be the smallest. */
  depth: number;
  isKnown: boolean;
  /** The user asks for it. */
  isForced: boolean;
};

/**
 * Compiles the rules that apply again before a page is fetched, because they may have changed since it was queued. The other rules
 * depend on the seeds of a run, or on how a URL was found, which a frontier does not keep.
 * The depth limit refuses no seed.
 */
export function compileWaitingRules(
  rules: Pick<ScopeRules, 'seeds' | 'maxDepth' | 'stopDirectories' | 'allow' | 'exclude'>,
): (page: WaitingPage) => WaitingReason | undefined {
  const own = new Set(rules.seeds);
  const always = knownPageFilter(rules);
  // Once a URL was fetched, it may be a list that `allow` does not concern.
  const atFirst = firstReason<WaitingReason>([tooDeep(rules.maxDepth), notAllowed(rules.allow)]);
  return ({ url, depth, isKnown, isForced }) => {
    const isSeed = isForced || own.has(url);
    const candidate: UrlCandidate = { url, depth: isSeed ? 0 : depth, discovered: isSeed ? 'seed' : 'link' };
    return always(candidate) ?? (isKnown ? undefined : atFirst(candidate));
  };
}

/** Compiles the rules that also hold for pages that were fetched before. @returns the reason to keep a page out, or `undefined` */
export function compileKnownRules(
  rules: Pick<ScopeRules, 'stopDirectories' | 'exclude'>,
): (url: Url) => KnownReason | undefined {
  const filter = knownPageFilter(rules);
  return (url) => filter({ url, depth: 0, discovered: 'seed' });
}

const knownPageFilter = ({
  stopDirectories = [],
  exclude,
}: Pick<ScopeRules, 'stopDirectories' | 'exclude'>): UrlFilter<KnownReason> =>
  firstReason<KnownReason>([stopDirectory(stopDirectories), excluded(exclude)]);

function firstReason<Found extends Reason>(filters: readonly UrlFilter<Found>[]): UrlFilter<Found> {
  return (candidate) => {
    for (const filter of filters) {
      const reason = filter(candidate);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

function tooDeep(maxDepth: number | null): UrlFilter<'too-deep'> {
  return ({ depth }) => (maxDepth !== null && depth > maxDepth ? 'too-deep' : undefined);
}

function outsideScope({ scope, seeds, seedKeys = [] }: ScopeRules): UrlFilter {
  if (scope === 'any') return () => undefined;
  const own = new Set(seeds.map((seed) => scopeKey(scope, seed as Url)));
  const packed = seedKeys.map(packedKeyLookup);
  const isSeeds = (key: string) => own.has(key) || packed.some((has) => has(key));
  const keys = scope === 'prefix' ? directoriesAbove : (url: Url) => [scopeKey(scope, url)];
  // Seeds are in scope by definition, also those of a feed that has not been read yet.
  return ({ url, discovered }) =>
    discovered === 'seed' || discovered === 'embedded' || keys(url).some(isSeeds) ? undefined : 'scope';
}

function binaryExtension(extensions: readonly string[]): UrlFilter {
  const binary = new Set(extensions);
  return ({ url, discovered }) => {
    if (discovered === 'list') return undefined;
    const extension = extensionOf(url);
    if (!binary.has(extension)) return undefined;
    const packed = extension === 'gz' ? packedExtension(url) : undefined;
    return packed !== undefined && !binary.has(packed) ? undefined : 'binary-extension';
  };
}

/** Returns the file extension in lower case, or '' if there is none. */
export function extensionOf(url: Url): string {
  const end = endOfPath(url);
  for (let i = end - 1; i > 8 && end - i < 12; i--) {
    const code = url.charCodeAt(i);
    // The slash after the host ends the search at the latest.
    if (code === 0x2f) return '';
    if (code === 0x2e) return url.slice(i + 1, end).toLowerCase();
  }
  return '';
}

/** Path depth, calendar and facet limits apply only to links, not to seeds and entries of sitemaps. */
function trap(maxPathDepth: number): UrlFilter {
  return ({ url, depth, discovered }) => {
    if (discovered === 'list') return undefined;
    return (
      tooManyParameters(url) ??
      (discovered === 'link' ? deepPath(url, maxPathDepth) : undefined) ??
      repeatedSegment(url) ??
      (discovered === 'link' ? (calendarTrap(url, depth) ?? facetTrap(url)) : undefined)
    );
  };
}

function stopDirectory(names: readonly string[]): UrlFilter<'stop-directory'> {
  const isIn = compileDirectories(names);
  return ({ url }) => (isIn(url) ? 'stop-directory' : undefined);
}

function notAllowed(allow: readonly string[]): UrlFilter<'not-allowed'> {
  const patterns = allow.map(compilePattern);
  // `allow` selects pages. Lists are only read for their entries.
  return ({ url, discovered }) =>
    patterns.length === 0 || discovered === 'list' || patterns.some((matches) => matches(url))
      ? undefined
      : 'not-allowed';
}

function excluded(exclude: readonly string[]): UrlFilter<'excluded'> {
  const patterns = exclude.map(compilePattern);
  return ({ url }) => (patterns.some((matches) => matches(url)) ? 'excluded' : undefined);
}
