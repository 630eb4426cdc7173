import { getDomain } from 'tldts';
import { packedKeyLookup } from './key-set.ts';
import { checkPatterns, compilePattern } from './pattern.ts';
import type { Reason } from './reason.ts';
import { calendarTrap, deepPath, endOfPath, facetTrap, tooManyParameters, repeatedSegment } from './traps.ts';
import { hostOf, type Url } from './url.ts';
import type { RuleFault } from './url-rules.ts';
import { compileDirectories } from './url-words.ts';

/** Which addresses belong to a crawl: plain data, so that it travels to worker threads as it is. */
export type ScopeRules = {
  /**
   * `host`: hosts of the seeds, with and without `www.`; `domain`: everything under their registrable domains; `prefix`:
   * what lies beside or under them; `any`: the whole web. The scheme makes no difference.
   */
  scope: 'host' | 'domain' | 'prefix' | 'any';
  /** Normalised addresses that the scope is derived from. */
  seeds: readonly string[];
  /** Of seeds beside these, what the scope needs of them: `scopeKey` of each, as `keySet` packs them. Not said: there are none. */
  seedKeys?: readonly string[];
  /** One of these must match; none at all: everything is allowed. As `pattern.ts` reads them. */
  allow: readonly string[];
  /** None of these may match. */
  exclude: readonly string[];
  /** Endings of file names, lower case, without the dot. */
  binaryExtensions: readonly string[];
  /** Links from the nearest seed; null: no limit. */
  maxDepth: number | null;
  /** Directories in the path of what was found through links. */
  maxPathDepth: number;
  /** Names of directories that nothing is fetched from, wherever they stand in a path. Not said: none. */
  stopDirectories?: readonly string[];
};

/** An address on its way into the frontier, with what is known of how it was found. */
export type UrlCandidate = {
  url: Url;
  /** Links from the nearest seed, 0 for the seed. */
  depth: number;
  /** `sitemap`: by an entry of one; `list`: it is a sitemap or feed itself. */
  discovered: 'seed' | 'link' | 'sitemap' | 'list';
};

/** A list that another list, or the robots.txt, of the same host names belongs to the crawl as that one does. */
export function isSameHostList({ url, kind, parent }: { url: Url; kind: string; parent: Url | null }): boolean {
  return kind !== 'page' && parent !== null && hostOf(parent) === hostOf(url);
}

/** Refuses with a reason, or has nothing to object. It never rewrites: that is `normalize`'s work. */
type UrlFilter = (candidate: UrlCandidate) => Reason | undefined;

/** @returns the faults of `allow` and `exclude`, all of them at once. */
export function checkScopeRules(rules: Pick<ScopeRules, 'allow' | 'exclude'>): RuleFault[] {
  return checkPatterns([...rules.allow, ...rules.exclude]);
}

/**
 * Compile once, ask for every link.
 *
 * @returns the first objection; undefined: the address belongs to the crawl.
 * @throws for a faulty pattern: whoever reads settings asks `checkRules` before.
 */
export function compileScope(rules: ScopeRules): UrlFilter {
  // Asked in this order: cheap ones first, users' patterns last, and of these allow before exclude.
  const filters: UrlFilter[] = [
    tooDeep(rules.maxDepth),
    outsideScope(rules),
    binaryExtension(rules.binaryExtensions),
    trap(rules.maxPathDepth),
    stopDirectory(rules.stopDirectories ?? []),
    notAllowed(rules.allow),
    excluded(rules.exclude),
  ];
  return (candidate) => {
    for (const filter of filters) {
      const reason = filter(candidate);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

function tooDeep(maxDepth: number | null): UrlFilter {
  return ({ depth }) => (maxDepth !== null && depth > maxDepth ? 'too-deep' : undefined);
}

function outsideScope({ scope, seeds, seedKeys = [] }: ScopeRules): UrlFilter {
  if (scope === 'any') return () => undefined;
  const own = new Set(seeds.map((seed) => scopeKey(scope, seed as Url)));
  const packed = seedKeys.map(packedKeyLookup);
  const isSeeds = (key: string) => own.has(key) || packed.some((has) => has(key));
  const keys = scope === 'prefix' ? directoriesAbove : (url: Url) => [scopeKey(scope, url)];
  // Seeds are what the scope is derived from, also those of a feed that nobody has read yet.
  return ({ url, discovered }) => (discovered === 'seed' || keys(url).some(isSeeds) ? undefined : 'scope');
}

/** What a seed means to the scope: its host, its domain, or its directory. */
export function scopeKey(scope: Exclude<ScopeRules['scope'], 'any'>, seed: Url): string {
  if (scope === 'prefix') return directoryOf(seed);
  return scope === 'domain' ? domainOf(hostOf(seed)) : withoutWww(hostOf(seed));
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** A name without a registrable domain (an address, `localhost`) is its own, with its port. */
function domainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function withoutScheme(url: Url): string {
  return withoutWww(url.slice(url.indexOf('://') + 3));
}

function directoryOf(seed: Url): string {
  const path = withoutScheme(seed).replace(/\?.*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Every directory that a page lies in, with the host before it. */
function directoriesAbove(url: Url): string[] {
  const path = directoryOf(url);
  const directories: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    directories.push(path.slice(0, slash + 1));
  return directories;
}

function binaryExtension(extensions: readonly string[]): UrlFilter {
  const binary = new Set(extensions);
  return ({ url, discovered }) =>
    discovered !== 'list' && binary.has(extensionOf(url)) ? 'binary-extension' : undefined;
}

/** Of the last part of the path, in lower case; '' where there is none. */
function extensionOf(url: Url): string {
  const end = endOfPath(url);
  for (let i = end - 1; i > 8 && end - i < 12; i--) {
    const sign = url.charCodeAt(i);
    // The slash behind the host ends the search at the latest.
    if (sign === 0x2f) return '';
    if (sign === 0x2e) return url.slice(i + 1, end).toLowerCase();
  }
  return '';
}

/** What a site names itself, as a seed or in its sitemap, may lie as deep as it likes, and is no calendar without end. */
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

function stopDirectory(names: readonly string[]): UrlFilter {
  const isIn = compileDirectories(names);
  return ({ url }) => (isIn(url) ? 'stop-directory' : undefined);
}

function notAllowed(allow: readonly string[]): UrlFilter {
  const patterns = allow.map(compilePattern);
  // What is allowed says which pages are wanted; a list is only read for them.
  return ({ url, discovered }) =>
    patterns.length === 0 || discovered === 'list' || patterns.some((matches) => matches(url))
      ? undefined
      : 'not-allowed';
}

function excluded(exclude: readonly string[]): UrlFilter {
  const patterns = exclude.map(compilePattern);
  return ({ url }) => (patterns.some((matches) => matches(url)) ? 'excluded' : undefined);
}
